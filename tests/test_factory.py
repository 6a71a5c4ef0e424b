from __future__ import annotations

import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from qwentts_desktop import engine_facts, factory
from qwentts_desktop.engines.fake import FakeEngine
from qwentts_desktop.errors import EngineError, InvalidRequestError, OutOfMemoryError, VoiceError
from qwentts_desktop.paths import user_paths
from qwentts_desktop.service.engine_choice import NeuralFacts, choose_engine
from qwentts_desktop.settings.schema import EngineSettings, Settings
from qwentts_desktop.speech.engine import EngineInfo, EngineKind
from qwentts_desktop.speech.request import SpeechRequest
from qwentts_desktop.speech.voice import ClonedVoice, DesignedVoice, PresetVoice, SystemVoice
from tests.rig.model_files import write_model
from tests.rig.model_hub import ModelHub, go_online

MODEL = Path("/models/Qwen3-TTS-12Hz-0.6B-CustomVoice")
GOOD = NeuralFacts(model=MODEL)
PRESET = SpeechRequest("x", PresetVoice("vivian"))


class NeuralFake(FakeEngine):
    @property
    def info(self):
        return EngineInfo(EngineKind.NEURAL, "Qwen3-TTS")


class SystemFake(FakeEngine):
    def __init__(self, reason):
        super().__init__()
        self.reason = reason

    @property
    def info(self):
        return EngineInfo(EngineKind.SYSTEM, "espeak-ng", reason=self.reason)


def source(facts=GOOD, clock=time.monotonic, **settings):
    return factory.SettingsEngineSource(
        EngineSettings(**settings),
        lambda engine, voice: facts,
        SystemFake,
        lambda folder, engine: NeuralFake(),
        clock,
    )


class TestWhichEngineSpeaks:
    def test_the_neural_one_where_it_can(self):
        assert source().current(PRESET).info.kind is EngineKind.NEURAL

    def test_always_the_same_object(self):
        engines = source()
        assert engines.current(PRESET) is engines.current(PRESET)

    @pytest.mark.parametrize(
        ("facts", "word"),
        [
            (NeuralFacts(None), "Download"),
            (NeuralFacts(MODEL, missing_packages=("torch",)), "torch"),
            (NeuralFacts(MODEL, has_driver=False), "driver"),
        ],
    )
    def test_else_the_system_s_voice_with_the_reason_and_the_remedy(self, facts, word):
        info = source(facts).current(PRESET).info
        assert info.kind is EngineKind.SYSTEM
        assert word in info.reason

    def test_on_the_processor_no_driver_is_needed(self):
        facts = NeuralFacts(MODEL, has_driver=False, is_on_cpu=True)
        assert source(facts).current(PRESET).info.kind is EngineKind.NEURAL

    @pytest.mark.parametrize("voice", [SystemVoice(), SystemVoice("en-us")])
    def test_a_voice_of_the_system_is_spoken_by_the_system(self, voice):
        assert source().current(SpeechRequest("x", voice)).info.kind is EngineKind.SYSTEM

    def test_the_settings_can_insist_on_the_system_s_voice(self):
        info = source(engine="system").current(PRESET).info
        assert (info.kind, "settings" in info.reason) == (EngineKind.SYSTEM, True)

    def test_a_model_that_cannot_load_gives_way_and_its_error_is_the_reason(self):
        engines = source()
        neural = engines.current(PRESET)
        assert engines.reject(neural, OutOfMemoryError("The card is full."))
        info = engines.current(PRESET).info
        assert info.kind is EngineKind.SYSTEM
        assert "The card is full." in info.reason

    def test_a_model_that_found_no_room_is_tried_again_after_a_minute_and_a_damaged_one_is_not(self):
        now = [0.0]
        passing, lasting = OutOfMemoryError("Full."), EngineError("x")
        for error, kind in ((passing, EngineKind.NEURAL), (lasting, EngineKind.SYSTEM)):
            engines = source(clock=lambda: now[0])
            engines.reject(engines.current(PRESET), error)
            now[0] += 59.0
            engines.begin_text()
            assert engines.current(PRESET).info.kind is EngineKind.SYSTEM
            now[0] += 2.0
            engines.begin_text()
            assert engines.current(PRESET).info.kind is kind

    def test_a_model_that_the_settings_insist_on_does_not_give_way(self):
        engines = source(engine="neural")
        assert not engines.reject(engines.current(PRESET), EngineError("x"))

    def test_the_system_s_voice_has_nothing_behind_it(self):
        engines = source(NeuralFacts(None))
        assert not engines.reject(engines.current(PRESET), EngineError("x"))


class TestLookingForTheModel:
    def facts_for(self, voice, **settings):
        engine = EngineSettings(**settings)
        return engine_facts.neural_facts(engine, voice, factory.build_model_store(engine, user_paths()))

    @pytest.mark.parametrize(
        ("voice", "size", "name"),
        [
            (ClonedVoice(None), "0.6B", "0.6B-Base"),
            (PresetVoice("vivian"), "1.7B", "1.7B-CustomVoice"),
            (DesignedVoice("calm"), "0.6B", "1.7B-VoiceDesign"),
        ],
    )
    def test_each_kind_of_voice_has_its_model(self, voice, size, name):
        folder = write_model(user_paths().models / f"Qwen3-TTS-12Hz-{name}", name)
        assert self.facts_for(voice, model_size=size).model == folder

    def test_an_own_folder_goes_first(self, tmp_path):
        write_model(user_paths().models / "Qwen3-TTS-12Hz-0.6B-CustomVoice", "0.6B-CustomVoice")
        folder = write_model(tmp_path / "mine", "1.7B-CustomVoice")
        assert self.facts_for(PresetVoice("x"), model_folder=str(folder)).model == folder

    def test_an_own_folder_of_another_kind_does_not_stand_in_the_way(self, tmp_path):
        folder = write_model(user_paths().models / "Qwen3-TTS-12Hz-0.6B-CustomVoice", "0.6B-CustomVoice")
        mine = write_model(tmp_path / "mine", "0.6B-Base")
        assert self.facts_for(PresetVoice("x"), model_folder=str(mine)).model == folder

    def test_models_can_be_kept_elsewhere(self, tmp_path):
        folder = write_model(tmp_path / "Qwen3-TTS-12Hz-0.6B-Base", "0.6B-Base")
        assert self.facts_for(ClonedVoice(None), models_folder=str(tmp_path)).model == folder

    @pytest.mark.parametrize("missing", ["config.json", "model.safetensors", "speech_tokenizer/config.json"])
    def test_half_a_model_does_not_count_and_the_reason_is_said(self, tmp_path, missing):
        folder = write_model(tmp_path / "mine", "0.6B-CustomVoice")
        (folder / missing).unlink()
        facts = self.facts_for(PresetVoice("x"), model_folder=str(folder))
        assert facts.model is None
        assert f"{missing} is missing" in choose_engine("auto", PresetVoice("x"), lambda: facts).reason

    def test_looking_imports_no_torch(self):
        code = (
            "import sys\n"
            "from qwentts_desktop import factory\n"
            "from qwentts_desktop.paths import user_paths\n"
            "from qwentts_desktop.settings.schema import Settings\n"
            "service = factory.build_service(Settings(), user_paths())\n"
            "source = factory.build_engine_source(Settings().engine, user_paths())\n"
            "source.current(factory.build_request(Settings(), 'x', voice='preset:vivian'))\n"
            "service.close()\n"
            "heavy = {'PySide6', 'torch', 'transformers'} & set(sys.modules)\n"
            "sys.exit(f'imported: {heavy}' if heavy else 0)\n"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


class TestRequests:
    @pytest.mark.parametrize(
        ("name", "voice"),
        [
            ("", SystemVoice()),
            ("system", SystemVoice()),
            ("system:en-us", SystemVoice("en-us")),
            ("preset:Vivian", PresetVoice("vivian", profile_id="preset:Vivian")),
        ],
    )
    def test_voices_are_named(self, name, voice):
        assert factory.build_request(Settings(), "x", voice=name).voice == voice

    def test_an_unknown_voice_is_refused(self):
        with pytest.raises(VoiceError, match="nobody"):
            factory.build_request(Settings(), "x", voice="nobody")

    def test_a_voice_of_the_settings_that_is_gone_is_an_error_and_never_another_voice(self):
        settings = replace(Settings(), voice=replace(Settings().voice, voice="gone"))
        with pytest.raises(VoiceError, match="Choose"):
            factory.build_request(settings, "x")

    def test_language_and_chunks_come_from_the_settings(self):
        settings = Settings()
        settings = replace(settings, voice=replace(settings.voice, language="de"))
        settings = replace(settings, streaming=replace(settings.streaming, chunk_frames=6))
        request = factory.build_request(settings, "x")
        assert (request.language, request.streaming.chunk_frames) == ("de", 6)
        assert factory.build_request(settings, "x", language="fr").language == "fr"

    def test_the_model_speaks_its_ten_languages_only(self):
        with pytest.raises(InvalidRequestError, match="pl"):
            factory.build_request(Settings(), "x", voice="preset:vivian", language="pl")
        assert factory.build_request(Settings(), "x", language="pl").language == "pl"


class TestOptions:
    def test_the_service_behaves_by_the_settings(self):
        settings = Settings()
        settings = replace(settings, general=replace(settings.general, when_speaking="enqueue"))
        settings = replace(settings, engine=replace(settings.engine, idle_unload_minutes=3))
        options = factory.service_options(settings)
        assert (options.is_interrupting, options.idle_unload_seconds) == (False, 180.0)

    def test_the_time_of_rest_needs_no_other_engine(self):
        settings = Settings()
        rested = replace(settings, engine=replace(settings.engine, idle_unload_minutes=3))
        larger = replace(settings, engine=replace(settings.engine, model_size="1.7B"))
        assert factory.engine_settings(settings) == factory.engine_settings(rested)
        assert factory.engine_settings(settings) != factory.engine_settings(larger)

    def test_the_user_s_pronunciation_rules_are_spoken(self):
        file = user_paths().pronunciation_file
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text('[[rule]]\nmatch = "SQL"\nsay = "sequel"\n', encoding="utf-8")
        splitter = factory.build_splitter(user_paths())
        spoken = [one.text for one in splitter.sentences(SpeechRequest("We use SQL here.", language="en"))]
        assert spoken == ["We use sequel here."]


@pytest.mark.slow
def test_a_model_is_downloaded_and_speaks_through_the_whole_chain(tmp_path, monkeypatch):
    """Noise, since its weights are random."""
    from tests.checkpoints import write_checkpoint

    published = write_checkpoint(tmp_path / "published", "tiny", "custom_voice")
    engine = EngineSettings(device="cpu", dtype="float32")
    with ModelHub() as hub:
        go_online(monkeypatch, hub.url)
        hub.add("Qwen/Qwen3-TTS-12Hz-0.6B-CustomVoice", published)
        hub.faults.cut_after, hub.faults.cuts = 2_000_000, 2
        factory.build_model_store(engine, user_paths()).download("0.6B-CustomVoice")
    engines = factory.build_engine_source(engine, user_paths())
    request = factory.build_request(Settings(), "Hello.", voice="preset:vivian", language="en")
    request = replace(request, sampling=replace(request.sampling, max_frames=4, seed=1))
    neural, cancel = engines.current(request), threading.Event()
    neural.load(lambda progress: None, cancel)
    chunks = list(neural.stream(request, cancel))
    neural.unload()
    assert neural.info.kind is EngineKind.NEURAL
    assert sum(len(chunk.samples) for chunk in chunks) == 4 * 1_920
