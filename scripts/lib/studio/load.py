"""Twenty visitors use a studio for a minute while a batch writes into its catalog, and prints how everybody fared.
Usage: load.py PACKSHOT [SECONDS]

Ten read lists, pages and pictures, six sell, two sell and read, and two follow changes. Exit code 1: an answer was an error, or stock
isn't what was sold."""

import glob
import html
import http.client
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import zlib

packshot, seconds = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 60
samples = sorted(glob.glob("Assets/samples/*/*.[jp][pn]g"))
RECIPE = 'packshot: 1\nname: load\nsteps:\n  - fit: { width: 1400, height: 1400, background: "#ffffff" }\noutputs:\n  - { file: "{relative}/{stem}.jpg" }\n'
START = 100_000


def copy(photo, number):
    """A photo with a comment, so that each copy is a new photo."""
    data = open(photo, "rb").read()
    text = b"copy %08d" % number
    if data[:2] == b"\xff\xd8":
        return data[:2] + b"\xff\xfe" + (len(text) + 2).to_bytes(2, "big") + text + data[2:]
    kind = b"tEXt" + b"Comment\0" + text
    return data[:33] + (len(kind) - 4).to_bytes(4, "big") + kind + zlib.crc32(kind).to_bytes(4, "big") + data[33:]


class Batch:
    def __init__(self, folder, catalog, output):
        self.output, self.start, self.log, self.before = output, time.monotonic(), tempfile.TemporaryFile(), sum(os.times()[2:4])
        self.process = subprocess.Popen(
            [packshot, "run", "load.yaml", "batch", "--output", output, "--jobs", "1", "--catalog", catalog],
            cwd=folder, stdout=self.log, stderr=self.log)
        self.folder = folder

    def end(self):
        """Stops the run, and returns its photos a second."""
        took = time.monotonic() - self.start
        done = len(glob.glob(f"{self.folder}/{self.output}/*.jpg"))
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        code = self.process.wait(60)
        self.seconds = sum(os.times()[2:4]) - self.before
        if code not in (0, 130) or done == 0:
            self.log.seek(0)
            errors.append(f"the batch ended with {code}: {self.log.read()[-300:]}")
        return done / took


class Visitor:
    """A connection to the studio. Counts errors and measures answers."""
    latencies = {}
    lock = threading.Lock()

    def __init__(self, port, cookie=""):
        self.port, self.cookie = port, cookie
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def ask(self, kind, path, fields=None):
        headers = {"Cookie": self.cookie}
        body = None
        if fields is not None:
            body = urllib.parse.urlencode(fields)
            headers |= {"Origin": f"http://127.0.0.1:{self.port}", "Content-Type": "application/x-www-form-urlencoded"}
        start = time.monotonic()
        for attempt in range(2):
            try:
                self.connection.request("GET" if fields is None else "POST", path, body, headers)
                answer = self.connection.getresponse()
                text = answer.read()
                break
            except (http.client.RemoteDisconnected, ConnectionError) as error:
                # A connection that wasn't used for a minute is closed; a browser then opens another, too.
                self.connection.close()
                if fields is not None or attempt:
                    errors.append(f"{kind} {path}: {error!r}")
                    return 0, b"", {}
        with self.lock:
            self.latencies.setdefault(kind, []).append(time.monotonic() - start)
        if answer.status not in (200, 303):
            errors.append(f"{kind} {path}: {answer.status} {re.sub(rb'<[^>]+>', b' ', text)[-200:]}")
        return answer.status, text, answer.headers


def read_pages(visitor, number):
    choose = random.Random(number)
    while time.monotonic() < end:
        kind, path = choose.choice((
            ("list", "/products"), ("list", "/photos?kind=all"), ("list", "/sales"), ("list", "/customers"), ("list", "/runs"), ("list", "/history"),
            ("record", choose.choice(products)), ("search", "/products?q=" + choose.choice("mug bow a tie".split()))))
        status, text, _ = visitor.ask(kind, path)
        for picture in re.findall(rb'src="(/photos/[^"]+)"', text)[:6]:
            path = html.unescape(picture.decode())
            status, data, headers = visitor.ask("picture", path)
            if status == 200 and headers["Content-Type"].startswith("image/svg"):
                errors.append(f"picture {path}: {data[-150:]}")
        time.sleep(choose.uniform(0.1, 0.5))


def sell(visitor, number):
    choose = random.Random(number)
    while time.monotonic() < end:
        product, quantity = choose.choice(products), choose.randint(1, 3)
        status, _, _ = visitor.ask("sale", product + "/sell", {"form": form, "quantity": quantity, "customer": ""})
        if status == 303:
            with Visitor.lock:
                sold[product] = sold.get(product, 0) + quantity
        if number % 4 == 0:
            visitor.ask("record", product)
        time.sleep(choose.uniform(0.1, 0.5))


def follow(visitor, number):
    while time.monotonic() < end:
        connection = http.client.HTTPConnection("127.0.0.1", visitor.port, timeout=20)
        try:
            connection.request("GET", "/changes", headers={"Cookie": visitor.cookie})
            answer = connection.getresponse()
            while time.monotonic() < end and (line := answer.readline()):
                changes[number] = changes.get(number, 0) + line.startswith(b"data:")
        except OSError as error:
            errors.append(f"/changes: {error!r}")
        connection.close()


def processor_seconds():
    """What the studio has used. Its workers, which decode photos, come on top."""
    return sum(map(int, open(f"/proc/{studio.pid}/stat").read().rsplit(") ")[1].split()[11:13])) / os.sysconf("SC_CLK_TCK")


def memory():
    return int(re.search(r"VmRSS:\s+(\d+)", open(f"/proc/{studio.pid}/status").read())[1]) // 1024


errors, sold, changes = [], {}, {}
folder = tempfile.mkdtemp()
os.makedirs(folder + "/batch")
open(folder + "/load.yaml", "w").write(RECIPE)
for number in range(seconds * 25):
    sample = samples[number % len(samples)]
    with open(f"{folder}/batch/P{number}_front{os.path.splitext(sample)[1]}", "wb") as file:
        file.write(copy(sample, number))
alone = Batch(folder, "alone.sqlite", "alone")
time.sleep(20)
alone_speed = alone.end()

subprocess.run([packshot, "catalog", "sample", "--catalog", "catalog.sqlite"], cwd=folder, capture_output=True)
studio = subprocess.Popen([packshot, "studio", "--port", "0", "--catalog", "catalog.sqlite"], cwd=folder, stdout=subprocess.PIPE)
port, token = re.search(r":(\d+)/\?token=(\w+)", studio.stdout.readline().decode()).groups()
first = Visitor(int(port))
cookie = first.cookie = first.ask("link", "/?token=" + token)[2]["Set-Cookie"].split(";")[0]
form = re.search(rb'name="form" value="(\w+)"', first.ask("link", "/products")[1])[1].decode()
products = []
for number in range(20):
    location = first.ask("link", "/products/new", {"form": form, "name": f"Load {number}", "sku": f"L{number}", "price": "5", "currency": "EUR", "quantity": START})[2]["Location"]
    products.append(location.split("?")[0])
Visitor.latencies.clear()

studio_before, own_before = processor_seconds(), sum(os.times()[:2])
memories, start = [memory()], time.monotonic()
end = start + seconds
batch = Batch(folder, "catalog.sqlite", "made")
roles = [read_pages] * 10 + [sell] * 8 + [follow] * 2
visitors = [threading.Thread(target=role, args=(Visitor(int(port), cookie), number)) for number, role in enumerate(roles)]
for visitor in visitors:
    visitor.start()
for mark in (20, seconds):
    time.sleep(max(0, start + mark - time.monotonic() - 0.5))
    memories.append(memory())
for visitor in visitors:
    visitor.join()
studio_seconds, own_seconds = processor_seconds() - studio_before, sum(os.times()[:2]) - own_before
batch_speed = batch.end()

stock = {}
for product in products:
    page = first.ask("link", product)[1].decode()
    stock[product] = int(re.search(r'<input id="quantity"[^>]*value="(\d+)"', page)[1])
if wrong := {product: (stock[product], START - sold.get(product, 0)) for product in products if stock[product] != START - sold.get(product, 0)}:
    errors.append(f"stock, found and expected: {wrong}")
studio.send_signal(signal.SIGTERM)
if code := studio.wait(30):
    errors.append(f"the studio's exit code is {code}")
shutil.rmtree(folder)

print(f"visitors: {len(visitors)} for {seconds} s; sold {sum(sold.values())} of 20 products; changes seen by the followers: {list(changes.values())}")
print(f"memory: {memories[0]} MB at the start, {memories[1]} MB after 20 s, {memories[2]} MB after {seconds} s")
for kind, times in sorted(Visitor.latencies.items()):
    times.sort()
    p50, p95, p99 = (times[min(len(times) - 1, int(len(times) * share))] * 1000 for share in (0.5, 0.95, 0.99))
    if kind != "link":
        print(f"{kind}: {len(times)} answers; p50 {p50:.0f} ms, p95 {p95:.0f} ms, p99 {p99:.0f} ms, most {times[-1] * 1000:.0f} ms")
print(f"batch with one worker: {batch_speed:.1f} photos/s beside the visitors, {alone_speed:.1f} alone ({batch_speed / alone_speed:.0%})")
print(f"processor: batch {batch.seconds / seconds:.0%}, studio {studio_seconds / seconds:.0%}, visitors {own_seconds / seconds:.0%} of a core")
print(f"errors: {len(errors)}")
for error in errors[:20]:
    print(error)
sys.exit(1 if errors else 0)
