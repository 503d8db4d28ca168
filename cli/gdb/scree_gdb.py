# SPDX-License-Identifier: MIT
"""`scree replay --gdb`: the commands "scree ..." of gdb.

scree starts this gdb and stays its parent. By a socket (SCREE_GDB, a descriptor) it is asked for
workers: "start" gives the pid of one that waits for us, "go" lets it run. The worker's side is
runtime/debug.h: a struct to look at, two numbers to write, three functions to break on.
"""
import os
import re
import socket
import struct

import gdb

VERSION = 1
HEAD = struct.Struct("<10Q")
STOP_AT, STOP_SWITCH = 8, 16  # offsets
THREAD = struct.Struct("<7Q16s")
OPERATION_WIDTH = 40
ABOUT_THREADS = ("join", "await-exit", "detach")  # arg: whose


class ReplayError(gdb.GdbError):
    """Shown as a message, without a traceback."""


class Controller:
    """The scree that started us."""

    def __init__(self):
        name = os.environ.get("SCREE_GDB", "")
        self.socket = socket.socket(fileno=int(name)) if name.isdigit() else None

    def ask(self, request):
        if not self.socket:
            raise ReplayError("start this gdb with `scree replay FILE --gdb`")
        self.socket.sendall(request.encode() + b"\n")
        reply = b""
        while not reply.endswith(b"\n"):
            part = self.socket.recv(4096)
            if not part:
                raise ReplayError("scree has gone")
            reply += part
        word, _, text = reply.decode(errors="replace").strip().partition(" ")
        if word != "ok":
            raise ReplayError("scree: " + text)
        return text


def text_at(address):
    if not address:
        return ""
    try:
        memory = gdb.selected_inferior()
        out = b""
        while b"\0" not in out and len(out) < 4096:
            out += bytes(memory.read_memory(address + len(out), 16))
    except gdb.MemoryError:
        pass
    return out.split(b"\0")[0].decode(errors="replace")


def printable(text):
    return "".join(c if c.isprintable() else "\\x%02x" % ord(c) for c in text)


def symbol_address(name):
    return int(gdb.parse_and_eval("(unsigned long)&" + name))


def symbol_text(address):
    """`n in section .bss`, shortened; the address where there is no symbol."""
    words = gdb.execute("info symbol 0x%x" % address, to_string=True).split(" in section")
    return words[0] if len(words) > 1 else "0x%x" % address


class Thread:
    def __init__(self, number, fields):
        self.number = number
        self.tid, self.start, status, op, self.addr, self.arg, self.pc, name = fields
        self.status = text_at(status)
        self.op = text_at(op)
        self.own_name = name.split(b"\0")[0].decode(errors="replace")

    def name(self):
        if self.own_name:
            return "T%d %s" % (self.number, printable(self.own_name))
        if self.number == 0:
            return "T0 main"
        block = gdb.block_for_pc(self.start)
        while block and not block.function:
            block = block.superblock
        function = block.function.print_name if block else symbol_text(self.start)
        return "T%d %s" % (self.number, function.split("(")[0])

    def operation(self):
        if self.op in ABOUT_THREADS:
            return "%s T%d" % (self.op, self.arg)
        if not self.addr:
            return self.op
        return "%s %s" % (self.op, symbol_text(self.addr))

    def place(self):
        """Where the pending operation was announced, as file:line."""
        if self.pc <= 1:
            return ""
        line = gdb.find_pc_line(self.pc - 1)
        return "%s:%d" % (os.path.basename(line.symtab.filename), line.line) if line.symtab else ""


class Page:
    """struct debug_page of the worker, as it is now."""

    def __init__(self):
        self.address = symbol_address("scree_debug")
        self.memory = gdb.selected_inferior()
        fields = HEAD.unpack(bytes(self.memory.read_memory(self.address, HEAD.size)))
        self.version, _, _, self.code_lo, self.code_hi = fields[:5]
        self.step, self.thread, self.finding, self.message, self.n_threads = fields[5:]
        if self.version != VERSION:
            raise ReplayError("the program was built by another version of scree; build it again")

    def threads(self):
        raw = bytes(self.memory.read_memory(self.address + HEAD.size, THREAD.size * self.n_threads))
        return [Thread(i, fields) for i, fields in enumerate(THREAD.iter_unpack(raw))]

    def current(self):
        return self.threads()[self.thread]

    def write(self, offset, value):
        self.memory.write_memory(self.address + offset, struct.pack("<Q", value))

    def is_ours(self, pc):
        return self.code_lo <= pc < self.code_hi


class Replay:
    """The worker that gdb is attached to, and where it stands."""

    def __init__(self):
        self.controller = Controller()
        self.breaks = {}  # address -> name
        self.moving = False
        self.shown = []  # expressions
        gdb.events.stop.connect(self.on_stop)

    # -- the worker

    def alive(self):
        return gdb.selected_inferior().pid != 0

    def need_alive(self):
        if not self.alive():
            raise ReplayError('the replay is over; "scree start" begins it again')

    def start(self):
        if self.alive():
            self.quietly("kill")
        pid = int(self.controller.ask("start"))
        self.quietly("attach %d" % pid)
        if not self.breaks:
            self.set_up()
        self.controller.ask("go")

    def set_up(self):
        for name in ("step", "finding", "end"):
            address = symbol_address("scree_break_" + name)
            gdb.Breakpoint("*0x%x" % address, internal=True).silent = True
            self.breaks[address] = name
        Page()  # the version
        self.skip_sources(gdb.find_pc_line(address).symtab)

    @staticmethod
    def skip_sources(symtab):
        """gdb's own `step` steps over calls of scree; without debug information it does anyway."""
        folder = os.path.dirname(symtab.fullname()) if symtab else None
        for below in ("*", "*/*", "*/*/*") if folder else ():
            gdb.execute("skip -gfi %s/%s" % (folder, below), to_string=True)

    # -- where it is

    def at(self):
        """step, finding or end: which of our breakpoints it stands at; None: elsewhere."""
        if not self.alive():
            return None
        return self.breaks.get(gdb.newest_frame().pc())

    def name_threads(self):
        names = {t.tid: t for t in Page().threads() if t.status != "exited"}
        for thread in gdb.selected_inferior().threads():
            if thread.ptid[1] in names:
                thread.name = names[thread.ptid[1]].name()

    def select_program_frame(self):
        """The innermost frame that is the program's own: has lines, and is not scree's."""
        page = Page()
        frame = gdb.newest_frame()
        while frame:
            sal = frame.find_sal()
            if sal.symtab and not page.is_ours(frame.pc()) and frame.function():
                frame.select()
                return True
            frame = frame.older()
        return False

    def on_stop(self, event):
        if self.moving or not self.breaks or not self.alive():
            return
        gdb.post_event(self.arrived)

    def arrived(self):
        """A stop that none of our commands waits for: after `continue`, at a breakpoint."""
        try:
            self.name_threads()
            if self.at():
                self.show()
        except gdb.error as error:
            gdb.write("scree: %s\n" % error, gdb.STDERR)

    # -- moving

    def go_on(self, stop_at, stop_switch):
        """Runs to the next stop. True: at one of ours."""
        page = Page()
        page.write(STOP_AT, stop_at)
        page.write(STOP_SWITCH, 1 if stop_switch else 0)
        self.moving = True
        try:
            self.quietly("continue")
        finally:
            self.moving = False
        if not self.alive():
            gdb.write("the program has ended\n")
            return False
        self.name_threads()
        if self.at():
            return True
        gdb.execute("frame")  # a breakpoint of the user's, or a signal
        return False

    def quietly(self, command):
        """What gdb says of stops, and asks, is not for people here."""
        gdb.execute(QUIETLY + command, to_string=True)

    def leave(self):
        """Before gdb's own next or step: does the step, so that they begin in the program's code."""
        if not self.breaks or self.at() != "step":
            return
        page = Page()
        page.write(STOP_AT, 0)
        page.write(STOP_SWITCH, 0)
        how = "finish"
        if self.select_program_frame():
            gdb.selected_frame().newer().select()
        elif page.current().op == "begin":
            gdb.Breakpoint("*0x%x" % page.current().start, internal=True, temporary=True)
            how = "continue"
        else:
            return
        self.moving = True
        try:
            self.quietly(how)
        finally:
            self.moving = False

    def go_to_end(self):
        """To the finding; at each switch on the way expressions are shown."""
        while self.go_on(0, bool(self.shown)):
            if self.at() != "step":
                return True
            self.show_expressions()
        return False

    # -- showing

    def show(self):
        page = Page()
        where = self.at()
        found = self.select_program_frame()
        if where == "finding":
            message = re.sub(r"\{(T\d+)\}", r"\1", text_at(page.message))
            message = re.sub(r"\{(0x[0-9a-f]+)\}", lambda m: symbol_text(int(m[1], 16)), message)
            gdb.write("finding after step %d, in %s: %s: %s\n" % (
                page.step - 1, page.current().name(), text_at(page.finding), printable(message)))
        elif where == "end":
            gdb.write("the program came to its end after %d steps\n" % (page.step - 1))
        else:
            gdb.write(self.line(page).rstrip() + "\n")
        if found and where != "end":
            gdb.execute("frame")

    @staticmethod
    def line(page):
        thread = page.current()
        return "step %d: %s: %s  %s" % (
            page.step, thread.name(), thread.operation().ljust(OPERATION_WIDTH), thread.place())

    def show_expressions(self):
        page = Page()
        self.select_program_frame()
        gdb.write(self.line(page).rstrip() + "\n")
        for expression in self.shown:
            try:
                found = gdb.parse_and_eval(expression)
                # With no such variable here, gdb may know a function of that name in some library.
                function = found.type.code == gdb.TYPE_CODE_FUNC
                value = "<no such variable here>" if function else found.format_string()
            except gdb.error as error:
                value = "<%s>" % error
            gdb.write("    %s = %s\n" % (expression, value))


replay = Replay()


class ProgramFrames:
    """bt without scree's own frames; `bt -no-filters` has them."""

    def __init__(self):
        self.name = "scree"
        self.priority = 100
        self.enabled = True
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        if not replay.breaks or not replay.alive():
            return frames
        page = Page()
        return (f for f in frames if not self.is_ours(page, f.inferior_frame()))

    @staticmethod
    def is_ours(page, frame):
        """Also what the kernel puts below our handler of signals."""
        if frame.type() == gdb.SIGTRAMP_FRAME and frame.newer():
            frame = frame.newer()
        return page.is_ours(frame.pc())


class Scree(gdb.Command):
    """Moving about in a replay of scree.

A step is a visible operation: an access to memory that threads share, a call that synchronizes.
Steps have the numbers that `scree replay --trace` shows."""

    def __init__(self):
        super().__init__("scree", gdb.COMMAND_RUNNING, prefix=True)


class Move(gdb.Command):
    """A subcommand that runs the program."""

    def __init__(self):
        super().__init__("scree " + self.word, gdb.COMMAND_RUNNING)

    def invoke(self, arg, from_tty):
        try:
            self.run(arg)
        except gdb.error as error:
            raise ReplayError("scree: %s" % error) from None

    @staticmethod
    def count(arg, otherwise):
        if not arg.strip():
            return otherwise
        if not arg.strip().isdigit():
            raise ReplayError("'%s' is no number of steps" % arg.strip())
        return int(arg)


class Start(Move):
    """scree start [STEP]: begins the replay again and runs it to the finding, or to a step."""

    word = "start"

    def run(self, arg):
        step = self.count(arg, 0)
        replay.start()
        if replay.go_on(step, False) if step else replay.go_to_end():
            replay.show()


class Step(Move):
    """scree step [N]: does the next N steps of the schedule, of whichever threads; 1 if not given."""

    word = "step"

    def run(self, arg):
        replay.need_alive()
        if replay.go_on(Page().step + self.count(arg, 1), False):
            replay.show()


class NextSwitch(Move):
    """scree next-switch: runs until another thread is about to take a step."""

    word = "next-switch"

    def run(self, arg):
        replay.need_alive()
        if replay.go_on(0, True):
            replay.show()


class Back(Move):
    """scree back [N]: N steps back; 1 if not given.

The program is run again from its start to that step. Values that you changed are as they were."""

    word = "back"

    def run(self, arg):
        replay.need_alive()
        step = Page().step - self.count(arg, 1)
        if step < 1:
            raise ReplayError("there are only %d steps before this one" % (Page().step - 1))
        replay.start()
        if replay.go_on(step, False):
            replay.show()


class Finish(Move):
    """scree finish: runs to the finding, or to the program's end."""

    word = "finish"

    def run(self, arg):
        replay.need_alive()
        if replay.go_to_end():
            replay.show()


class Print(Move):
    """scree print EXPR: "scree start" and "scree finish" show EXPR at each switch from now on.

Without EXPR none is shown any more."""

    word = "print"

    def run(self, arg):
        if arg.strip():
            replay.shown.append(arg.strip())
        else:
            replay.shown.clear()


class Where(Move):
    """scree where: the number of the next step, and what each thread is about to do."""

    word = "where"

    def run(self, arg):
        replay.need_alive()
        page = Page()
        gdb.write("step %d is next\n" % page.step)
        for thread in page.threads():
            mark = "*" if thread.number == page.thread else " "
            line = "%s %-20s %-13s %s  %s" % (
                mark, thread.name(), thread.status, thread.operation().ljust(OPERATION_WIDTH),
                thread.place())
            gdb.write(line.rstrip() + "\n")


def known(setting):
    try:
        gdb.parameter(setting)
        return True
    except RuntimeError:
        return False


QUIETLY = "with confirm off -- "
if known("suppress-cli-notifications"):  # since gdb 13
    QUIETLY += "with suppress-cli-notifications on -- "


def hooks():
    for command in ("next", "step"):
        gdb.execute("define hook-%s\npython replay.leave()\nend" % command)


def settings():
    gdb.execute("set print thread-events off")
    gdb.execute("set confirm off")
    # The worker gets them on purpose, and handles them.
    for signal in ("SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGABRT", "SIGSYS", "SIGPROF", "SIG43",
                   "SIG44", "SIG45"):
        gdb.execute("handle %s nostop noprint pass" % signal, to_string=True)


settings()
hooks()
ProgramFrames()
for command in (Scree, Start, Step, NextSwitch, Back, Finish, Print, Where):
    command()
