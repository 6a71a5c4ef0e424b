"""`models`: what is published and what is here; download, check, repair, move and remove."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.download_display import DownloadDisplay
from qwentts_desktop.cli.exit_codes import ExitCode

if TYPE_CHECKING:
    from qwentts_desktop.checkpoints.store import InstalledModel, ModelStore

_ACTIONS = {
    "list": "what is published, and what is here",
    "download": "download a model, or what is missing of it",
    "verify": "compare every byte of a model with the published hashes",
    "repair": "fetch what is damaged or outdated of a model",
    "remove": "delete a model, and what is unfinished of it",
    "move": "carry all models to another folder, and keep new ones there",
    "path": "where models are kept, or where one of them is",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """list, download|verify|repair|remove MODEL, move FOLDER, path [MODEL]; all with --json."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="|".join(_ACTIONS))
    for name, help_text in _ACTIONS.items():
        action = actions.add_parser(name, help=help_text)
        action.add_argument("--json", action="store_true", help="print JSON, one object a line")
        if name == "move":
            action.add_argument("folder", type=Path, metavar="FOLDER")
        elif name == "path":
            action.add_argument("model", nargs="?", metavar="MODEL", help="such as 0.6B-Base")
        elif name != "list":
            action.add_argument("model", metavar="MODEL", help="such as 0.6B-Base")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Do it."""
    from qwentts_desktop.factory import build_model_store

    store = build_model_store(context.settings().engine, context.paths)
    actions = {
        "list": _list,
        "download": _download,
        "verify": _verify,
        "repair": _download,
        "remove": _remove,
        "move": _move,
        "path": _path,
    }
    return actions[arguments.action](store, arguments, context)


def _list(store: ModelStore, arguments: argparse.Namespace, context: Context) -> int:
    here = {model.id: model for model in store.installed()}
    for model in store.catalogue():
        found = here.pop(model.id, None)
        if arguments.json:
            facts = asdict(model) | {
                "id": model.id,
                "abilities": sorted(model.abilities),
                "download_bytes": model.download_bytes,
                "memory_bytes": model.memory_bytes,
                "partial_bytes": store.partial_bytes(model.id),
            }
            context.say(json.dumps({**facts, "installed": _facts(found) if found else None}))
        else:
            context.say(_line(store, model.id, found))
    for own in here.values():
        context.say(
            json.dumps({"id": own.id, "installed": _facts(own)}) if arguments.json else _own_line(own)
        )
    fault = store.user_model_fault()
    if fault:
        context.complain(fault)
    return ExitCode.OK


def _line(store: ModelStore, model_id: str, found: InstalledModel | None) -> str:
    from qwentts_desktop.checkpoints.catalogue import published
    from qwentts_desktop.checkpoints.disk import show_bytes

    model = published(model_id)
    begun = store.partial_bytes(model_id)
    state = str(found.folder) if found else f"{show_bytes(begun)} have arrived" if begun else "not here"
    abilities = ", ".join(sorted(ability.value for ability in model.abilities))
    return (
        f"{'*' if found else ' '} {model.short_name:17} {show_bytes(model.download_bytes):>7}, "
        f"card {show_bytes(model.memory_bytes)}, {model.licence}, {abilities}: {state}"
    )


def _own_line(own: InstalledModel) -> str:
    return f"* {own.size}-{own.kind.value:12} your own: {own.folder}"


def _download(store: ModelStore, arguments: argparse.Namespace, context: Context) -> int:
    act = store.download if arguments.action == "download" else store.repair
    with DownloadDisplay(context, as_json=arguments.json) as display:
        found = act(arguments.model, display.show)
    context.say(json.dumps(_facts(found)) if arguments.json else f"{found.id} is in {found.folder}.")
    return ExitCode.OK


def _verify(store: ModelStore, arguments: argparse.Namespace, context: Context) -> int:
    with DownloadDisplay(context, as_json=arguments.json) as display:
        result = store.verify(arguments.model, display.show)
    if arguments.json:
        context.say(json.dumps({**asdict(result), "is_good": result.is_good}))
    elif result.is_good:
        how = (
            f"{result.files} files compared" if result.files else "by its structure; its hashes are not known"
        )
        context.say(f"{result.model_id} is good ({how}).")
    for problem in () if arguments.json else result.problems:
        context.complain(f"{problem.path} {problem.reason}.")
    if result.is_good:
        return ExitCode.OK
    context.complain(f"Mend it with: qwentts-desktop models repair {arguments.model}")
    return ExitCode.FAILED


def _remove(store: ModelStore, arguments: argparse.Namespace, context: Context) -> int:
    from qwentts_desktop.checkpoints.disk import show_bytes

    freed = store.remove(arguments.model)
    context.say(
        json.dumps({"freed_bytes": freed}) if arguments.json else f"{show_bytes(freed)} are free again."
    )
    return ExitCode.OK


def _move(store: ModelStore, arguments: argparse.Namespace, context: Context) -> int:
    from qwentts_desktop.settings.store import SettingsStore

    folder = arguments.folder.expanduser().absolute()
    with DownloadDisplay(context, as_json=arguments.json) as display:
        count = store.move(folder, display.show)
    settings = SettingsStore(context.paths.settings_file)
    settings.load()
    settings.set("engine.models_folder", str(folder))
    facts = {"moved": count, "folder": str(folder)}
    context.say(json.dumps(facts) if arguments.json else f"Models are in {folder} now; {count} moved.")
    return ExitCode.OK


def _path(store: ModelStore, arguments: argparse.Namespace, context: Context) -> int:
    from qwentts_desktop.errors import DownloadError

    folder = store.folder
    if arguments.model:
        found = store.find(arguments.model)
        if found is None:
            raise DownloadError(f"{arguments.model} is not on this machine. Download it first.")
        folder = found.folder
    context.say(json.dumps({"folder": str(folder)}) if arguments.json else str(folder))
    return ExitCode.OK


def _facts(found: InstalledModel) -> dict[str, Any]:
    return {
        "id": found.id,
        "folder": str(found.folder),
        "place": found.place.value,
        "kind": found.kind.value,
        "size": found.size,
        "size_bytes": found.size_bytes,
        "commit": found.commit,
    }
