"""What a voice says of itself when it is tried, in each language. Free of names and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

PREVIEW_TEXTS: Mapping[str, str] = MappingProxyType(
    {
        "zh": "你好，这就是我的声音。以后我会为你朗读选中的文字。",
        "en": "Hello, this is how I sound. From now on I read to you whatever you select.",
        "de": "Hallo, so klinge ich. Ab jetzt lese ich dir vor, was du markierst.",
        "it": "Ciao, questa è la mia voce. Da oggi ti leggo quello che selezioni.",
        "pt": "Olá, esta é a minha voz. A partir de agora leio o que você selecionar.",
        "es": "Hola, así sueno yo. Desde ahora te leo lo que selecciones.",
        "ja": "こんにちは、これが私の声です。これからは選んだ文章を読み上げます。",
        "ko": "안녕하세요, 제 목소리는 이렇습니다. 이제부터 선택한 글을 읽어 드릴게요.",
        "fr": "Bonjour, voici ma voix. Désormais, je vous lis ce que vous sélectionnez.",
        "ru": "Здравствуйте, так звучит мой голос. Теперь я читаю вам то, что вы выделите.",
    }
)


def preview_text(language: str) -> str:
    """The text for a language (ISO 639-1); English where there is none."""
    return PREVIEW_TEXTS.get(language, PREVIEW_TEXTS["en"])
