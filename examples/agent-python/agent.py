"""An Atalaya agent in Python, with nothing but the standard library: reports the load, and answers `ping`.

ATALAYA_SERVER=http://localhost:3000 ATALAYA_TOKEN=ag_... python3 agent.py
"""
import json, os, random, time, urllib.error, urllib.request, uuid
from datetime import datetime, timezone

URL = os.environ["ATALAYA_SERVER"].rstrip("/") + "/api/agent/v1/sync"
HEADERS = {"authorization": "Bearer " + os.environ["ATALAYA_TOKEN"], "content-type": "application/json"}
RUN = str(uuid.uuid4())
resume = None  # from the last welcome
seq = 0
unsent = []  # measurements without an acknowledgement: an hour of them at most
results = {}  # by execId: a command that comes twice runs once
owed = set()  # ids of the results that have no receipt yet


def now():
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def frame(t, **d):
    return {"v": 1, "t": t, "d": d}


def sample():
    global seq
    seq += 1
    unsent.append(dict(seq=seq, at=now(), dataType="system", metrics={"load.1": os.getloadavg()[0]}))
    del unsent[:-360]
    return frame("data", **unsent[-1])


def carry_out(order):
    if order["notAfter"] < now():
        return dict(status="rejected", reason="It came too late")
    if order["name"] == "ping":
        return dict(status="succeeded", output="pong")
    return dict(status="rejected", reason="This agent only answers ping")


def result(exec_id, outcome):
    results.setdefault(exec_id, dict(execId=exec_id, **outcome()))
    owed.add(exec_id)
    return frame("cmd.result", **results[exec_id])


def answer(t, d):
    """Frames that answer a frame of the server; none for a frame that this agent does not know."""
    if t == "welcome":
        return [frame("cmd.result", **results[one]) for one in owed] + [frame("data", **one) for one in unsent]
    if t == "cmd":
        return [frame("cmd.ack", execId=d["execId"]), result(d["execId"], lambda: carry_out(d))]
    if t == "cmd.cancel":
        return [result(d["execId"], lambda: dict(status="cancelled"))]
    if t == "cmd.result.ack":
        owed.discard(d["execId"])
    if t == "data.ack" and d["run"] == RUN:
        unsent[:] = [one for one in unsent if one["seq"] > d["seq"]]
    return []


def talk():
    """Holds one conversation. Returns the seconds to wait before the next one, if the server has set them."""
    global resume
    session, received, every, due, pause = None, 0, 10, 0, None
    out = [frame("hello", version="python-2", runId=RUN, resume=resume)]
    while True:
        wait = max(0, min(10, due - time.monotonic())) if session and not out else 0 if session else 10
        body = {"received": received, "frames": out[:64], "waitS": wait}
        if session:
            body["session"] = session
        request = urllib.request.Request(URL, json.dumps(body).encode(), HEADERS)
        with urllib.request.urlopen(request, timeout=40) as response:
            data = json.load(response)["data"]
        session, received, out = data["session"], received + len(data["frames"]), out[64:]
        for heard in data["frames"]:
            out += answer(heard["t"], heard["d"])
            every = heard["d"].get("reportS", every)
            resume = heard["d"].get("resume", resume)
            if heard["t"] == "drain":
                pause = heard["d"]["reconnectInMs"] / 1000
        if data["closed"]:
            if data["closed"]["code"] == 4004:
                raise SystemExit("The server no longer accepts this token")
            return pause
        if time.monotonic() >= due:
            out.append(sample())
            due = time.monotonic() + every


failures = 0
while True:
    began, pause = time.monotonic(), None
    try:
        pause = talk()
    except urllib.error.HTTPError as error:
        if error.code == 401:
            raise SystemExit("The server refused the token")
        print("The server answered", error.code, flush=True)
        asked = error.headers.get("retry-after")
        pause = float(asked) + random.random() if asked else None
    except OSError as error:
        print("No connection:", error, flush=True)
    failures = 0 if time.monotonic() - began > 10 else failures + 1
    time.sleep(random.random() * min(60, 2**failures / 2) if pause is None else pause)
