"""A client for `packshot worker` that needs only Python's standard library. Sends photos and receives pictures and records.

    with Worker(["packshot", "worker"], opening(yaml=text, output="/shop")) as worker:
        for photo, record, pictures in worker.render([Photo("mugs/MUG-001.jpg"), Photo("s3://shop/BOW-17.png", data=b"…")]):
            print(record["path"], record.get("error", "done"))
"""

import collections
import dataclasses
import fcntl
import json
import queue
import select
import struct
import subprocess
import threading

PROTOCOL = 1
LENGTHS = struct.Struct("<IQ")
PIPE_BYTES = 1 << 20
SET_PIPE_SIZE = getattr(fcntl, "F_SETPIPE_SZ", 1031)


class Refused(Exception):
    """The worker refused the recipe, the protocol or a frame, and ended with the reason."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Died(Exception):
    """The worker ended without a reason, or doesn't answer."""


@dataclasses.dataclass(eq=False)
class Photo:
    """A photo to render: its path, and its bytes or a function that returns them. Without either, the worker reads the path."""

    path: str
    relative: str = ""
    # Bytes, or a function that returns them. The function is called on the thread that feeds the worker. If it raises an
    # exception, the photo fails with that.
    data: object = None
    # Time of the last change in nanoseconds since 1970.
    modified: int | None = None
    # Number of workers that died while they had only this photo, and the failure to record: a code and a message.
    deaths: int = 0
    failure: tuple | None = None


def opening(file=None, yaml=None, name=None, resources=(), **more):
    """The first frame. It has a recipe file, or a recipe's text with its files as (name, path, bytes)."""
    recipe = {"file": file} if file else {"yaml": yaml, "name": name or "recipe"}
    listed = [{"name": name, "path": path, "bytes": len(data)} for name, path, data in resources]
    header = {"protocol": PROTOCOL, "recipe": recipe, "resources": listed} | {
        key: value for key, value in more.items() if value is not None}
    return header, b"".join(data for _, _, data in resources)


class Worker:
    """A worker process, with photos sent ahead. If it dies, it is started again and gets its unanswered photos one by one, so that a
    photo that crashes workers is found and no other photo fails."""

    def __init__(self, command, first, window=8, patience=300, tries=2):
        """window: maximum of unanswered photos. patience: seconds to wait for an answer. tries: workers that a photo may crash."""
        self.command, self.first, self.window, self.patience, self.tries = command, first, window, patience, tries
        self.process = None
        self.opened = None
        self.starts = self.sent = 0

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.end()

    # The process

    def start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.starts += 1
        for end in (self.process.stdin, self.process.stdout):
            try:
                fcntl.fcntl(end, SET_PIPE_SIZE, PIPE_BYTES)
            except OSError:
                pass
        self.to_send = queue.SimpleQueue()
        self.feeder = threading.Thread(target=feed, args=(self.process.stdin, self.to_send), daemon=True)
        self.feeder.start()
        self.to_send.put(self.first)
        self.opened, _ = self.receive()
        # A restarted worker continues the same run.
        header, resources = self.first
        self.first = header | {key: self.opened["run"][key] for key in ("run", "started")}, resources

    def end(self):
        if self.process is None:
            return
        self.to_send.put(None)
        if self.process.poll() is None:
            self.process.kill()
        self.feeder.join()
        self.process.stdout.close()
        self.process.wait()
        self.process = None

    def receive(self):
        """Returns the next answer's header and payload."""
        header, payload = LENGTHS.unpack(self.exactly(LENGTHS.size))
        header, payload = json.loads(self.exactly(header)), self.exactly(payload)
        if "error" in header:
            raise Refused(header["error"]["code"], header["error"]["message"])
        return header, payload

    def exactly(self, count):
        parts, have, end = [], 0, self.process.stdout.fileno()
        poll = select.poll()
        poll.register(end, select.POLLIN)
        while have < count:
            if not poll.poll(self.patience * 1000):
                raise Died(f"it has not answered for {self.patience} seconds")
            part = self.process.stdout.read(min(count - have, PIPE_BYTES))
            if not part:
                raise Died("it was killed or crashed")
            parts.append(part)
            have += len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    # Photos

    def render(self, photos):
        """Yields (photo, record, pictures) in the order in which photos are done. `pictures` has (file, bytes), unless the worker writes
        the files."""
        source, again, flying = iter(photos), collections.deque(), {}
        while True:
            while len(flying) < (1 if again else self.window):
                photo = again.popleft() if again else next(source, None)
                if photo is None:
                    break
                if self.process is None:
                    self.start()
                self.sent += 1
                flying[str(self.sent)] = photo
                self.to_send.put((str(self.sent), photo))
            if not flying:
                return
            try:
                header, payload = self.receive()
            except Died as death:
                self.end()
                if len(flying) == 1:
                    [photo] = flying.values()
                    photo.deaths += 1
                    if photo.deaths == self.tries:
                        photo.failure = ("crashed", f"the worker ended {self.tries} times at this photo: {death}")
                again.extendleft(reversed(flying.values()))
                flying.clear()
                continue
            pictures, start = [], 0
            for output in header["record"]["outputs"] if payload else []:
                pictures.append((output["file"], payload[start:start + output["bytes"]]))
                start += output["bytes"]
            yield flying.pop(header["id"]), header["record"], pictures


def feed(pipe, to_send):
    """Writes frames until there are no more, or until the worker no longer reads."""
    try:
        while (item := to_send.get()) is not None:
            send(pipe, *(item if isinstance(item[0], dict) else frame(*item)))
    except (BrokenPipeError, ValueError):
        pass
    finally:
        try:
            pipe.close()
        except OSError:
            pass


def frame(number, photo):
    """A photo's header and payload."""
    header = {"id": number, "path": photo.path, "relative": photo.relative}
    data, failure = None, photo.failure
    if photo.data is not None and not failure:
        try:
            data = photo.data() if callable(photo.data) else photo.data
            header |= {"inPayload": True, "modified": photo.modified}
        except Exception as error:  # whatever a store's library raises
            failure = ("unreadable", f"{photo.path} cannot be read: {error}")
    if failure:
        header["failure"] = {"code": failure[0], "message": failure[1]}
    return header, data or b""


def send(pipe, header, payload):
    text = json.dumps(header).encode()
    for part in (LENGTHS.pack(len(text), len(payload)) + text, payload):
        view = memoryview(part)
        while view:
            view = view[pipe.write(view):]
