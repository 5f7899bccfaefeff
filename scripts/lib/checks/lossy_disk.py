"""The possible contents of a disk after a power cut.

A `LossyDisk` replays recorded calls. Bytes are certainly on the disk only after a flush of their file, and a name only after a flush
of its folder. Any part of the remaining changes can be there, in any order: bytes by sectors of 512 or 4096; a length without its
bytes, which are zeros then; a name whose file has no bytes. A rename is one step, as in all file systems with a journal. Real file
systems lose less: most keep the order of names.
"""

import random
from typing import NamedTuple

from recorded_calls import (
    CREATE, LINK, MAKE_FOLDER, NOTED, REMOVE_FOLDER, RENAME, SAID, SYNC_DATA, SYNC_FILE, TRUNCATE, UNLINK, WRITE,
)  # fmt: skip

SECTORS = [512, 4096]
# SQLite's shared memory. SQLite rebuilds it after a power cut, so it can contain anything.
SHARED_MEMORY = "-shm"


class Loss(NamedTuple):
    """Which unflushed names and bytes reach the disk."""

    # none, all, some (random ones), or first (those before a random moment).
    names: str
    # none, all, some (random sectors), zeros (the new length without the bytes), or first.
    data: str


LOSSES = [
    Loss("none", "none"), Loss("all", "none"), Loss("all", "zeros"), Loss("all", "some"), Loss("some", "some"),
    Loss("none", "all"), Loss("first", "none"), Loss("some", "all"), Loss("all", "first"), Loss("first", "some"),
    Loss("some", "none"), Loss("first", "zeros"), Loss("first", "first"), Loss("all", "all"),
]  # fmt: skip


class File:
    def __init__(self, data=b""):
        self.flushed = data
        # Calls since the last flush.
        self.pending = []

    def flush(self):
        self.flushed = self.content(Loss("all", "all"), None)
        self.pending = []

    def content(self, loss, dice):
        if not self.pending or loss.data == "none":
            return self.flushed
        content = bytearray(self.flushed)
        pending = self.pending
        if loss.data == "first":
            pending = pending[: dice.randint(0, len(pending))]
        sector = dice.choice(SECTORS) if dice else 0
        for index, call in enumerate(pending):
            if call.name == TRUNCATE:
                if loss.data != "some" or dice.random() < 0.5:
                    resize(content, call.number)
            elif loss.data == "all":
                put(content, call.number, call.data)
            elif loss.data == "first":
                # The last write is incomplete.
                is_last = index + 1 == len(pending)
                put(content, call.number, call.data[: dice.randint(0, len(call.data))] if is_last else call.data)
            elif loss.data == "zeros":
                resize(content, max(len(content), call.number + len(call.data)))
            else:
                self.put_sectors(content, call, sector, dice)
        return bytes(content)

    @staticmethod
    def put_sectors(content, call, sector, dice):
        if dice.random() < 0.5:
            resize(content, max(len(content), call.number + len(call.data)))
        at, end = call.number, call.number + len(call.data)
        while at < end:
            after = min(end, at - at % sector + sector)
            if dice.random() < 0.5:
                put(content, at, call.data[at - call.number : after - call.number])
            at = after


def resize(content, size):
    del content[size:]
    content.extend(bytes(size - len(content)))


def put(content, at, data):
    if len(content) < at:
        resize(content, at)
    content[at : at + len(data)] = data


class Folder:
    def __init__(self):
        self.flushed = {}
        # Changes since the last flush: (time, {name: File or Folder, or None if it was removed}).
        self.pending = []

    def names(self, chosen):
        names = dict(self.flushed)
        for when, change in self.pending:
            if chosen(when):
                for name, what in change.items():
                    if what is None:
                        names.pop(name, None)
                    else:
                        names[name] = what
        return names

    def flush(self):
        self.flushed = self.names(lambda _: True)
        self.pending = []


class LossyDisk:
    """A recorded folder. Its initial content is on the disk.

    ignored: returns whether the disk ignores a call to flush.
    """

    def __init__(self, tree, inodes, ignored=lambda call, name: False):
        """tree: bytes by path, None for a folder. inodes: the files' inodes by path."""
        self.root, self.files, self.file_names, self.count, self.ignored = Folder(), {}, {}, 0, ignored
        for path, data in sorted(tree.items()):
            folder, name = self.place(path)
            folder.flushed[name] = Folder() if data is None else File(data)
            if data is not None:
                self.files[inodes[path]] = folder.flushed[name]
                self.file_names[inodes[path]] = name

    def folder(self, path):
        folder = self.root
        for name in path.split("/") if path else []:
            folder = folder.names(lambda _: True)[name]
        return folder

    def place(self, path):
        parent, _, name = path.rpartition("/")
        return self.folder(parent), name

    def change(self, *changes):
        """Changes names in one step. Each change is (path, File, Folder or None)."""
        self.count += 1
        by_folder = {}
        for path, what in changes:
            folder, name = self.place(path)
            by_folder.setdefault(id(folder), (folder, {}))[1][name] = what
        for folder, change in by_folder.values():
            folder.pending.append((self.count, change))

    def at(self, path):
        folder, name = self.place(path)
        return folder.names(lambda _: True)[name]

    def replay(self, call):
        if call.name == CREATE:
            self.files[call.inode], self.file_names[call.inode] = File(), call.path.rpartition("/")[2]
            self.change((call.path, self.files[call.inode]))
        elif call.name in (WRITE, TRUNCATE):
            self.files[call.inode].pending.append(call)
        elif call.name in (SYNC_FILE, SYNC_DATA):
            if not self.ignored(call, self.file_names.get(call.inode)):
                (self.files[call.inode] if call.inode else self.folder(call.path)).flush()
        elif call.name == MAKE_FOLDER:
            self.change((call.path, Folder()))
        elif call.name in (UNLINK, REMOVE_FOLDER):
            self.change((call.path, None))
        elif call.name == LINK:
            self.change((call.other, self.at(call.path)))
        elif call.name == RENAME:
            self.change((call.other, self.at(call.path)), (call.path, None))
        else:
            assert call.name in (SAID, NOTED)

    def state(self, loss, seed):
        """A possible state of the disk: bytes by path, None for a folder."""
        dice = random.Random(seed)
        cut = dice.randint(0, self.count)
        share = dice.choice([0.1, 0.5, 0.9])
        kept = {}

        def is_kept(when):
            if loss.names == "first":
                return when <= cut
            if loss.names == "some":
                return kept.setdefault(when, dice.random() < share)
            return loss.names == "all"

        # By file, because a file can have two names.
        tree, contents = {}, {}

        def walk(folder, path):
            for name, what in folder.names(is_kept).items():
                if isinstance(what, Folder):
                    tree[path + name] = None
                    walk(what, path + name + "/")
                elif name.endswith(SHARED_MEMORY):
                    tree[path + name] = dice.randbytes(32768)
                else:
                    if id(what) not in contents:
                        contents[id(what)] = what.content(loss, dice)
                    tree[path + name] = contents[id(what)]

        walk(self.root, "")
        return tree
