"""A real PostgreSQL server for the tests.

`TEST_POSTGRES_URL` names one; otherwise one is started, if its programs are installed. All workers
of a session share it; it ends with the process that began the session, however that ends. Each
worker has a database of its own, migrated once and emptied for each test.
"""

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import psycopg

from data.database.tables import all_tables
from data.postgres.connecting import PRESENT
from data.postgres.transaction import own_sql
from tests import missing
from tests.memory import in_memory

SETTINGS: Final = (
    "listen_addresses=",
    "shared_buffers=16MB",
    "max_connections=60",
    "autovacuum=off",
    "max_wal_size=64MB",
    "log_min_messages=panic",
    "timezone=UTC",
)
HASTY: Final = ("fsync=off", "full_page_writes=off")
"""Tests wait for no disk: what they cut off are processes, never the power."""
WATCH: Final = """
cd /
needed() {{ [ -e "$folder/{conf}" ] && {{ [ -d "/proc/$owner" ] || ps -p "$owner"; }} >/dev/null 2>&1; }}
(
    folder=$2 owner=$3
    while needed; do
        "$1" -D "$2" {settings} -k "$2" >>"$2/log" 2>&1 &
        while needed && kill -0 $! 2>/dev/null; do sleep 0.3; done
        kill -QUIT $! 2>/dev/null
        wait
    done
    rm -rf "$2"
) &
"""
"""Shell script that runs the server and restarts it when it ends.

It does so as long as the process of the tests lives and the settings file exists; nothing is left
of the server afterwards.
"""
CONF: Final = "postgresql.conf"
TRIES: Final = 600
"""How often a server is asked for, 0.05 seconds apart."""


def programs() -> Path | None:
    """The folder of PostgreSQL's programs, the newest that is there."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    named = shutil.which("initdb")
    initdb = Path(named).resolve() if named else found[-1] if found else None
    return initdb.parent if initdb else None


def begun_by() -> int:
    """The process of the whole session: this one, or that whose worker this is."""
    return os.getppid() if "PYTEST_XDIST_WORKER" in os.environ else os.getpid()


@cache
def server() -> str | None:
    """Return the address of the server, or `None` if there is none.

    The first worker that asks starts it.
    """
    if given := os.environ.get("TEST_POSTGRES_URL"):
        return given
    bin_folder = programs()
    if bin_folder is None:
        return None
    owner = begun_by()
    folder = (in_memory() or Path(tempfile.gettempdir())) / f"twotone-pg-{owner}"
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        pass  # another worker was the first
    else:
        begin(bin_folder, folder, owner, (*SETTINGS, *HASTY))
    return answering(folder)


def begin(
    bin_folder: Path,
    folder: Path,
    owner: int,
    settings: Sequence[str],
    environment: Mapping[str, str] | None = None,
) -> None:
    """Start a server in an empty folder, for as long as the process `owner` lives.

    The server refuses to run as root. It has the `environment` besides that of this process.
    """
    _run(
        bin_folder / "initdb", folder, "-U", "twotone", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"
    )
    _keep_up(bin_folder, folder, owner, settings, environment or {})


def _user(folder: Path) -> dict[str, Any]:
    """As whom programs work on a folder, which is theirs from then on."""
    if os.getuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _run(program: Path, folder: Path, *given: str) -> None:
    """Have one of PostgreSQL's programs fill an empty folder."""
    subprocess.run(
        [program, "-D", folder, *given],
        check=True,
        cwd="/",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        **_user(folder),
    )


def _keep_up(
    bin_folder: Path, folder: Path, owner: int, settings: Sequence[str], environment: Mapping[str, str]
) -> None:
    given = " ".join(f"-c '{setting}'" for setting in settings)
    subprocess.run(
        [
            "sh",
            "-c",
            WATCH.format(settings=given, conf=CONF),
            "sh",
            bin_folder / "postgres",
            folder,
            str(owner),
        ],
        env=os.environ | environment,
        check=True,
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        **_user(folder),
    )


def answering(folder: Path) -> str:
    """The address of the server in a folder, once it answers."""
    url = f"postgresql://twotone@/postgres?host={folder}"
    for _ in range(TRIES):
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            subprocess.run(["sleep", "0.05"], check=True)
        else:
            return url
    raise RuntimeError("PostgreSQL does not answer")


class Server:
    """A server for one test, at `address`, that may be killed.

    It comes back by itself.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = answering(folder)

    async def restart(self, how: signal.Signals) -> None:
        """Restart the server.

        SIGINT rolls back what is under way; SIGQUIT leaves it to be recovered at the start.
        """
        old = self._process()
        os.kill(old, how)
        await asyncio.to_thread(self._back, old)

    @contextmanager
    def freeze(self) -> Iterator[None]:
        """Stop all of the server's processes within the context.

        It still accepts connections, but answers nothing.
        """
        server = self._process()
        os.kill(server, signal.SIGSTOP)  # first, so that it begins no more of them
        stopped = [server, *_children(server)]
        for each in stopped[1:]:
            os.kill(each, signal.SIGSTOP)
        try:
            yield
        finally:
            for each in stopped:
                os.kill(each, signal.SIGCONT)

    def _back(self, old: int) -> None:
        """Wait until another process than the `old` one answers."""
        for _ in range(TRIES):
            if self._process() not in (old, 0):
                answering(self.folder)
                return
            subprocess.run(["sleep", "0.05"], check=True)
        raise RuntimeError("PostgreSQL does not come back")

    def _process(self) -> int:
        """The server's process; 0 while there is none."""
        try:
            return int((self.folder / "postmaster.pid").read_text().partition("\n")[0] or 0)
        except FileNotFoundError:
            return 0


def _children(parent: int) -> list[int]:
    """The processes that another has begun."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            pid, _, rest = stat.read_text().partition(" (")
            if int(rest.rpartition(") ")[2].split()[1]) == parent:
                found.append(int(pid))
    return found


@contextmanager
def with_standby() -> Iterator[tuple[Server, Server]]:
    """Yield a server and a standby that has everything the server confirms.

    Skip the test if there is no PostgreSQL.
    """
    with own("synchronous_standby_names=*") as primary:
        bin_folder = programs()
        assert bin_folder is not None  # the primary is there
        folder = Path(tempfile.mkdtemp(prefix="twotone-pg-", dir=in_memory()))
        source = ("-R", "-h", str(primary.folder), "-U", "twotone", "--checkpoint=fast", "--no-sync")
        _run(bin_folder / "pg_basebackup", folder, *source)
        (folder / ".s.PGSQL.5432.lock").unlink()  # the primary's own, which is in the same folder
        _keep_up(bin_folder, folder, os.getpid(), (*SETTINGS, *HASTY), {})
        try:
            yield primary, Server(folder)
        finally:
            (folder / CONF).unlink()


@contextmanager
def own(*settings: str) -> Iterator[Server]:
    """Yield a server for the test alone, with these settings too.

    It lives as long as the context. Skip the test if there is no PostgreSQL.
    """
    bin_folder = programs()
    if bin_folder is None:
        missing.leave_out(missing.POSTGRESQL)
    folder = Path(tempfile.mkdtemp(prefix="twotone-pg-", dir=in_memory()))
    begin(bin_folder, folder, os.getpid(), (*SETTINGS, *HASTY, *settings))
    try:
        yield Server(folder)
    finally:
        (folder / CONF).unlink()


def fresh() -> str:
    """Return the address of this worker's database, empty.

    Skip the test if there is no server; in CI that is a failure. Connections that an earlier test has
    left open are cut off.
    """
    address = server()
    if address is None:
        missing.leave_out(missing.POSTGRESQL)
    url = _own(address)
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        connection.execute(own_sql(CUTTING_OFF))
        if connection.execute("SELECT to_regclass('meta')").fetchone() != (None,):
            connection.execute(own_sql(EMPTYING))
    return url


GONE: Final = f"SELECT pg_advisory_xact_lock({PRESENT})"
"""A statement that waits until no process is connected to the database.

The server ends a session a moment after it was closed or cut off.
"""
CUTTING_OFF: Final = f"""
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid();
{GONE}
"""
EMPTYING: Final = "".join(
    (
        *(f"DELETE FROM {table};" for table in all_tables() if table != "meta"),
        "DELETE FROM meta WHERE key <> 'schema';",
        "SELECT setval(sequencename::regclass, 1, false) FROM pg_sequences;",
    )
)
"""Statements that empty the database; ids begin at 1 again.

Deleting rows by the dozen is faster than copying a database.
"""


@cache
def _own(address: str) -> str:
    """A database of this process alone, made where it asks first."""
    name = f"twotone_{os.getpid()}"
    with closing(psycopg.connect(address, autocommit=True)) as connection:
        connection.execute(own_sql(f"DROP DATABASE IF EXISTS {name}"))
        connection.execute(own_sql(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'"))
    parts = urlsplit(address)
    return parts._replace(path=f"/{name}").geturl()
