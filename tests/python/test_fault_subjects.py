"""The bad subjects of tests/fault/subjects do what the agent's tests take them to do."""
import os
import pathlib
import select
import signal
import unittest

import marks_reader
from harness import CELL, DEADLINE, FAULTS, SubjectTest, loader_case


class Faults(SubjectTest):
    def run_loader(self, name, **options):
        return self.start(name, "--make", FAULTS / (name + ".py:make"), **options)

    def state_of(self, pid):
        """The letter of a process's state; None when it is gone."""
        try:
            return pathlib.Path("/proc/%d/stat" % pid).read_text().rpartition(") ")[2][0]
        except (FileNotFoundError, ProcessLookupError):
            return None

    def test_crash(self):
        process = self.run_loader("crash", environment={"CRASH_AFTER": "3"})
        self.assertEqual(process.wait(DEADLINE), -signal.SIGSEGV)
        self.assertEqual(len(self.batches(process)), 3)
        self.assertIn("Segmentation fault", self.errors())
        self.assertRegex(self.errors(), r'crash.py", line \d+ in make')

    def test_hang(self):
        process = self.run_loader("hang", environment={"HANG_AFTER": "3"})
        dump = self.marks / ("faulthandler-%d.txt" % process.pid)
        self.until(lambda: len(self.batches(process)) == 3, process)

        def hangs():
            process.send_signal(signal.SIGUSR1)
            return "in wait_for_ever" in dump.read_text()

        self.until(hangs, process)
        self.assertEqual(len(self.batches(process)), 3)

    def test_daemon_hang(self):
        pid_file = self.scratch / "daemon.pid"
        process = self.run_loader("daemon_hang", environment={"DAEMON_PID_FILE": str(pid_file)})
        daemon = int(self.until(lambda: pid_file.exists() and pid_file.read_text(), process))
        self.addCleanup(os.kill, daemon, signal.SIGKILL)
        self.assertNotIn(os.getsid(daemon), (os.getsid(process.pid), daemon))  # in a session whose leader is gone
        os.kill(daemon, signal.SIGTERM)
        process.terminate()
        process.wait(DEADLINE)
        self.assertIn(self.state_of(daemon), ("S", "R"))

    def test_silent_exit(self):
        self.assertEqual(self.run_loader("silent_exit").wait(DEADLINE), 0)
        self.assertEqual(self.files(), [])
        self.assertEqual(self.start(program=FAULTS / "silent_exit.py").wait(DEADLINE), 0)
        self.assertEqual(self.files(), [])

    def test_other_cell(self):
        process = self.start(program=FAULTS / "other_cell.py")
        self.until(lambda: len(self.batches(process)) > 3, process)
        self.assertEqual(self.stop(process), 0)
        self.assertEqual([file.header.cell for file in self.files()], ["0123456789abcdef" * 2])

    def test_other_cell_as_a_loader(self):
        process = self.run_loader("other_cell")
        self.until(lambda: len(self.batches(process)) > 3, process)
        self.assertEqual(self.stop(process), 0)
        self.assertEqual([file.header.cell for file in self.files()], [CELL, "0123456789abcdef" * 2])
        self.assertGreater(len(self.files()[1].marks), 3)

    def test_torn(self):
        process = self.run_loader("torn", environment={"TORN_AFTER": "10"})
        self.assertEqual(process.wait(DEADLINE), -signal.SIGKILL)
        file, = self.files()
        self.assertTrue(file.torn)
        self.assertEqual(len(file.marks), 3 + 10)

    def test_chatty(self):
        process = self.run_loader("chatty", environment={"CHATTY_MB": "3"})
        self.until(lambda: len(self.batches(process)) > 5, process)
        self.assertEqual(self.stop(process), 0)
        self.assertEqual((self.scratch / "stdout").stat().st_size, 3 * 1_020_000)

    def test_hungry(self):
        process = self.run_loader("hungry")
        # Resident, not only asked for: three batches are 150 MB.
        self.until(lambda: self.resident(process.pid) > 150_000_000, process)
        self.assertEqual(self.stop(process), 0)

    def resident(self, pid):
        return int(pathlib.Path("/proc/%d/statm" % pid).read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def test_sleeper(self):
        process = self.run_loader("sleeper", environment={"SLEEPER_MS": "5"})
        self.until(lambda: len(self.batches(process)) > 5, process)
        self.assertEqual(self.stop(process), 0)
        times = [mark.time_ns for mark in self.batches(process)]
        self.assertTrue(all(later - earlier >= 5_000_000 for earlier, later in zip(times, times[1:])), times)

    def test_steady_has_no_workers_and_forked_has_some(self):
        self.assertEqual(self.run_loader("steady", case=loader_case(workers=1)).wait(DEADLINE), 3)
        self.assertEqual(self.errors(), "steady: settings.workers is 1; it has none\n")
        self.assertEqual(self.run_loader("forked", case=loader_case(workers=0)).wait(DEADLINE), 3)
        self.assertEqual(self.errors(), "forked: settings.workers is 0; it needs at least 1\n")

    def test_steady_does_so_much_more_work_and_counts_or_not(self):
        for percent, units in (("0", 200), ("2.5", 205), ("10", 220)):
            process = self.start("--make", "units.py:make", environment={"SUBJECT_WORK": percent, "SUBJECT_COUNTED": "0"},
                                 case=loader_case(uri=self.loader_of_units()))
            self.until(lambda: len(self.batches(process)) > 1, process)
            self.assertEqual(self.stop(process), 0)
            self.assertEqual((self.scratch / "units").read_text(), str(units))
            self.assertEqual(self.main_file(process).header.samples_done, 0)

    def loader_of_units(self):
        (self.scratch / "units.py").write_text(
            "import sys\nsys.path.insert(0, %r)\nimport steady\n\n\ndef make(case, seed):\n    made = steady.make(case, seed)\n"
            "    open('units', 'w').write(str(made.work.units))\n    return made\n" % str(FAULTS))
        return self.scratch

    def test_workers_of_forked_leave_when_the_main_process_is_killed(self):
        process = self.run_loader("forked", case=loader_case(workers=2))
        self.until(lambda: len(self.batches(process)) > 5, process)
        workers = [os.pidfd_open(pid) for pid in self.worker_pids()]
        self.assertEqual(len(workers), 2)
        process.kill()
        for worker in workers:
            self.addCleanup(os.close, worker)
            self.assertTrue(select.select([worker], [], [], DEADLINE)[0])  # readable once the process has ended

    def worker_pids(self):
        headers = [marks_reader.read_header(path.read_bytes()) for path in self.marks.glob("*.marks")]
        return [header.pid for header in headers if header.role == 1]


if __name__ == "__main__":
    unittest.main()
