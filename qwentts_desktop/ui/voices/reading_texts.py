"""Short texts to read aloud into the microphone, one a language, so that the transcript is known. No Qt."""

from __future__ import annotations

_TEXTS = {
    "en": (
        "On Sunday morning we walked down to the harbour. The air was cold and clear, and seven small boats "
        "came back with fresh fish. Who would have thought that such a quiet place could be so full of life?"
    ),
    "zh": (
        "星期天早上，我们一起走到河边。空气很清新，树上的鸟儿唱个不停。一位老人坐在桥头，慢慢地喝着热茶。"
        "他笑着问我：你觉得今天会下雨吗？"
    ),
    "de": (
        "Am Sonntagmorgen gingen wir zum Hafen hinunter. Die Luft war kühl und klar, und sieben kleine Boote "
        "kamen mit frischem Fisch zurück. Wer hätte gedacht, dass ein so stiller Ort so lebendig sein kann?"
    ),
    "fr": (
        "Dimanche matin, nous sommes descendus jusqu'au port. L'air était frais, et sept petits bateaux "
        "rentraient avec du poisson. Qui aurait cru qu'un endroit si tranquille puisse être aussi vivant ?"
    ),
    "es": (
        "El domingo por la mañana bajamos hasta el puerto. El aire estaba fresco y limpio, y siete barcos "
        "pequeños volvían con pescado. ¿Quién habría pensado que un lugar tan tranquilo tuviera tanta vida?"
    ),
    "it": (
        "Domenica mattina siamo scesi fino al porto. L'aria era fresca e pulita, e sette piccole barche "
        "tornavano con il pesce. Chi avrebbe mai pensato che un posto così tranquillo fosse tanto vivace?"
    ),
    "pt": (
        "No domingo de manhã descemos até o porto. O ar estava fresco e limpo, e sete barcos pequenos "
        "voltavam com peixe. Quem diria que um lugar tão tranquilo pudesse ter tanta vida?"
    ),
    "ru": (
        "В воскресенье утром мы спустились к гавани. Воздух был прохладный и чистый, и семь маленьких лодок "
        "возвращались с рыбой. Кто бы мог подумать, что в таком тихом месте столько жизни?"
    ),
    "ja": (
        "日曜日の朝、私たちは港まで歩いて行きました。空気は冷たく澄んでいて、小さな船が七そう、魚を積んで"
        "帰ってきました。こんなに静かな町が、こんなににぎやかになるとは思いませんでした。"
    ),
    "ko": (
        "일요일 아침에 우리는 항구까지 걸어갔습니다. 공기는 차갑고 맑았고, 작은 배 일곱 척이 물고기를 싣고 "
        "돌아왔습니다. 이렇게 조용한 마을이 이렇게 활기찰 줄 누가 알았을까요?"
    ),
}


def reading_text(language: str) -> str:
    """A text of 8 to 15 seconds in this language (ISO 639-1); English for any other."""
    return _TEXTS.get(language, _TEXTS["en"])


def reading_languages() -> tuple[str, ...]:
    """The languages that there is a text in."""
    return tuple(_TEXTS)
