import Foundation
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)))
struct `A sweep` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try SmallSweep.write(
            to: folder,
            down: "8 Mbit/s",
            axes: "axes: { link.down.rate: [8 Mbit/s, 16 Mbit/s] }\nseeds: 2"
        )
    }

    private func cells(in path: String) throws -> [String] {
        try folder.read(path).split(separator: "\n").dropFirst().compactMap { line in
            line.split(separator: "\"").dropFirst(3).first.map(String.init)
        }
    }

    private func table(_ name: String) throws -> [[String: Any]] {
        try folder.read("out/tables/\(name).ndjson").split(separator: "\n").compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    @Test
    func `is planned, run, reported and merged, and finished cells are not run again`() throws {
        let plan = try Netlab.run("sweep", "plan", "sweep.yaml", in: folder)
        #expect(plan.status == 0 && plan.output.split(separator: "\n").count == 5, "\(plan.errors)")

        let run = try Netlab.run("sweep", "run", "sweep.yaml", "--out", "out", in: folder)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output == "sweep: 4 of 4 cells are finished\n")
        #expect(try folder.read("out/plan.ndjson") == plan.output)

        let again = try Netlab.run("sweep", "run", "out", in: folder)
        #expect(
            again.status == 0 && again.errors.contains("4 of 4 cells are already finished"),
            "\(again.errors)"
        )

        let other = try Netlab.run("sweep", "run", "out", "--clock", "virtual", in: folder)
        #expect(other.status == 1 && other.errors.contains("pins clock"), "\(other.errors)")

        let merged = try Netlab.run("sweep", "merge", "out", "--plain", in: folder)
        #expect(
            merged.status == 0 && merged.output.contains("4 runs, 4 steps, 4 transfers"),
            "\(merged.output)"
        )
        let rows = try table("transfers")
        #expect(
            rows.map { $0["link.down.rate"] as? String } == [
                "8 Mbit/s", "8 Mbit/s", "16 Mbit/s", "16 Mbit/s",
            ]
        )
        #expect(rows.map { $0["seed"] as? Int } == [1, 2, 1, 2])
        #expect(rows.allSatisfy { $0["mode"] as? String == "stream" && $0["trusted"] as? Bool == true })
        // 20 kB at 8 and at 16 Mbit/s take 20 and 10 ms; on a busy machine one may take longer.
        let times = rows.compactMap { $0["durationNs"] as? Int }
        try #require(times.count == 4)
        let (slow, fast) = (min(times[0], times[1]), min(times[2], times[3]))
        #expect(slow > 18_000_000 && fast > 8_000_000 && slow > fast + 2_000_000, "\(times)")
    }

    @Test
    func `resumes after being killed`() throws {
        let script = """
            "$NETLAB" sweep run sweep.yaml --out out &
            runner=$!
            until ls out/cells/*/* >/dev/null 2>&1; do sleep 0.01; done
            kill -9 $runner
            wait $runner 2>/dev/null
            "$NETLAB" sweep run sweep.yaml --out out && "$NETLAB" sweep merge out --plain
            ls out/cells/*/* -d | wc -l
            """
        let output = try Netlab.shell(script, in: folder)
        #expect(
            output.output.hasSuffix("\n4\n") && output.output.contains("4 of 4"),
            "\(output.output)\(output.errors)"
        )
        let cells = try table("runs").compactMap { $0["cell"] as? String }
        let planned = try self.cells(in: "out/plan.ndjson")
        #expect(Set(cells).count == 4 && cells == planned)
    }

    @Test
    func `lets other engines run cells one by one, with defined exit statuses`() throws {
        #expect(try Netlab.run("sweep", "plan", "sweep.yaml", "--out", "out", in: folder).status == 0)
        let cells = try cells(in: "out/plan.ndjson")
        let first = try #require(cells.first)
        // Status 3: the machine was too busy for this cell, which may be run again.
        let run = try Patience.attempt("sweep cell") {
            try Netlab.run("sweep", "cell", "out", first, in: folder)
        } objection: {
            $0.status == 3 ? $0.errors : nil
        }
        if let busy = run.objection { try Test.cancel("the machine was too busy: \(busy)") }
        let again = try Netlab.run("sweep", "cell", "out", first, in: folder)
        for cell in [run.value, again] {
            #expect(cell.status == 0 && cell.output.isEmpty, "\(cell.errors)")
        }
        #expect(try Netlab.run("sweep", "cell", "out", "nothing", in: folder).status == 1)
        let status = try Netlab.run("sweep", "status", "out", in: folder)
        #expect(status.output == "sweep: 1 of 4 cells is finished, 3 are not\n")
        let merged = try Netlab.run("sweep", "merge", "out", in: folder)
        #expect(merged.status == 3 && merged.errors.contains("3 cells have no rows"), "\(merged.errors)")

        // A plan of another version is another plan.
        let header = try folder.read("out/sweep.json")
        try folder.write(
            "out/sweep.json",
            header.replacingOccurrences(of: "\"netlab\": \"", with: "\"netlab\": \"9")
        )
        let other = try Netlab.run("sweep", "cell", "out", cells[1], in: folder)
        #expect(other.status == 2 && other.errors.contains("plan the sweep again"), "\(other.errors)")
    }

    @Test(.enabled(if: !InstalledKernels.all.isEmpty, "needs a guest kernel: make virtual-kernel"))
    func `repeats a combination until its median is known`() throws {
        let text = try folder.read("sweep.yaml").replacingOccurrences(
            of: "seeds: 2",
            with: "until: { known: 1 %, most: 9 }"
        )
        try folder.write("until.yaml", text)
        let run = try Netlab.run(
            [
                "sweep", "run", "until.yaml", "--clock", "virtual", "--link", "packet", "--out", "out",
                "--jobs", "1",
            ],
            in: folder
        )
        // Without chance three runs of each of the two lines are enough.
        #expect(
            run.status == 0 && run.output.contains("6 of 18 cells are finished, 12 are not needed"),
            "\(run.output)\(run.errors)"
        )
        #expect(try Netlab.run("sweep", "merge", "out", in: folder).status == 0)
    }

    @Test(.enabled(if: !InstalledKernels.all.isEmpty, "needs a guest kernel: make virtual-kernel"))
    func `gives the same results in virtual time with any number of jobs`() throws {
        let script = """
            "$NETLAB" sweep run sweep.yaml --clock virtual --link packet --out one
            "$NETLAB" sweep run sweep.yaml --clock virtual --link packet --out two --jobs 1
            "$NETLAB" sweep merge one --plain && "$NETLAB" sweep merge two --plain
            diff -r one/tables two/tables && wc -l <one/tables/causes.ndjson
            """
        let output = try Netlab.shell(script, in: folder)
        let last = output.output.split(separator: "\n").last.flatMap { Int($0) }
        #expect((last ?? 0) > 10, "\(output.output)\(output.errors)")
    }

    @Test(.enabled(if: Browser.isInstalled, "needs Debian's chromium and chromium-driver"))
    func `is rendered as an interactive page`() throws {
        #expect(try Netlab.run("sweep", "run", "sweep.yaml", "--out", "out", in: folder).status == 0)
        let report = try Netlab.run("sweep", "report", "out", in: folder)
        #expect(report.status == 0 && report.output == "out/report.html\n", "\(report.errors)")
        let browser = try Browser()
        try browser.open("file://\(folder.file("out/report.html"))")
        #expect(try browser.text("document.querySelector('h1').textContent") == "sweep")
        let fields = "[...document.querySelectorAll('#map tbody td')]"
        #expect(try browser.text("\(fields).length") == "2")
        #expect(try browser.text("document.querySelector('#map tbody th').textContent") == "8 Mbit/s")
        #expect(try browser.text("document.querySelectorAll('circle').length > 4") == "true")
        #expect(try PageAudit.complaints(browser) == [])
        try browser.picture("sweep-report")
        func choose(_ field: String, _ value: String) -> String {
            """
            (() => { const field = document.getElementById('choice-\(field)'); field.value = '\(value)';
            field.dispatchEvent(new Event('change'));
            return document.getElementById('judgement')?.textContent ?? ''; })()
            """
        }
        #expect(try browser.text(choose("limit", "> 1 ns")) == "4 of 4 cells: time > 1 ns.")
        #expect(try browser.text("document.querySelectorAll('#map span.ok').length") == "2")
        #expect(try browser.text(choose("limit", "< 1 ns")) == "0 of 4 cells: time < 1 ns.")
        #expect(try browser.text("document.querySelectorAll('#map span.bad').length") == "2")
        #expect(try browser.text(choose("limit", "2 kg")) == "")
        #expect(
            try browser.text("document.querySelector('[role=alert]').textContent").contains(
                "2 kg is not a limit"
            )
        )
        #expect(try PageAudit.complaints(browser) == [])
    }

    @Test
    func `leaves no cell running when interrupted`() throws {
        let script = """
            "$NETLAB" sweep run sweep.yaml --out out 2>/dev/null &
            runner=$!
            until ls out/parts/* >/dev/null 2>&1; do sleep 0.01; done
            kill -TERM $runner
            wait $runner
            echo $? $(ls out/parts | wc -l)
            """
        let output = try Netlab.shell(script, in: folder)
        #expect(output.output == "130 0\n", "\(output.output)\(output.errors)")
    }

    @Test
    func `with many cells is planned into a new folder`() throws {
        try folder.write("many.yaml", "sweep: 1\nscenario: small.yaml\nseeds: 20000\nclock: real\n")
        let plan = try Netlab.run("sweep", "plan", "many.yaml", "--out", "out", in: folder)
        #expect(plan.status == 0 && plan.errors.contains("20,000 cells in real time"), "\(plan.errors)")
        // More than is written at once.
        let lines = try folder.read("out/plan.ndjson")
        #expect(lines.utf8.count > 1 << 20 && lines.split(separator: "\n").count == 20_001)

        let arguments = ["sweep", "predict", "many.yaml", "--verify", "1%", "--out", "told"]
        let told = try Netlab.run(arguments, in: folder)
        #expect(told.status == 0 && told.errors.contains("200 cells in real time"), "\(told.errors)")
        #expect(try folder.read("told/predictions.ndjson").utf8.count > 1 << 20)
    }

    @Test
    func `is checked without a run`() throws {
        let given = try Netlab.shell(
            #""$NETLAB" check - <small.yaml && "$NETLAB" check - <sweep.yaml"#,
            in: folder
        )
        #expect(
            given.output.contains("one run") && given.output.contains("a sweep of 4 cells"),
            "\(given.output)\(given.errors)"
        )
        let valid = try Netlab.run("check", "sweep.yaml", in: folder)
        #expect(
            valid.status == 0 && valid.output == "sweep.yaml: valid: a sweep of 4 cells\n",
            "\(valid.errors)"
        )
        try folder.write(
            "bad.yaml",
            "sweep: 1\nscenario: small.yaml\naxes: { link.down.loss: [1 %, 200 %] }\n"
        )
        let bad = try Netlab.run("check", "bad.yaml", in: folder)
        #expect(bad.status == 2 && bad.errors.contains("link.down.loss: 200 %"), "\(bad.errors)")
    }

    @Test
    func `is predicted without running it`() throws {
        let output = try Netlab.run("sweep", "predict", "sweep.yaml", in: folder)
        let rows = try output.output.split(separator: "\n").compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
        #expect(output.status == 0 && rows.count == 5)
        let times = rows.dropFirst().compactMap { $0["totalNs"] as? Int }
        #expect(times.count == 4 && times[0] == times[1] && times[0] > times[2], "\(times)")
    }

    @Test
    func `is predicted for the kernel that it names`() throws {
        let sweep = "sweep: 1\nscenario: bufferbloat\naxes: { link.down.queue: [100 packets] }\n"
        try folder.write("any.yaml", sweep)
        try folder.write("old.yaml", sweep + "kernel: '6.1'\n")
        func told(_ words: String...) throws -> String {
            let output = try Netlab.run(["sweep", "predict"] + words, in: folder)
            #expect(output.status == 0, "\(output.errors)")
            return output.output
        }
        #expect(try told("old.yaml") != told("any.yaml"))
        #expect(try told("old.yaml") == told("any.yaml", "--kernel", "6.1"))
        #expect(try told("old.yaml", "--kernel", "6.18") == told("any.yaml"))
    }

    @Test(
        .enabled(if: !InstalledKernels.all.isEmpty, "needs a guest kernel: make virtual-kernel"),
        .enabled(if: Browser.isInstalled, "needs Debian's chromium and chromium-driver")
    )
    func `is verified where theory is least decisive, and compared with theory`() throws {
        try folder.write(
            "wide.yaml",
            """
            sweep: 1
            scenario: small.yaml
            axes: { link.down.rate: { from: 1 Mbit/s, to: 64 Mbit/s, steps: 20, spacing: log } }
            """
        )
        let told = try Netlab.run(
            "sweep",
            "predict",
            "wide.yaml",
            "--verify",
            "10%",
            "--out",
            "out",
            in: folder
        )
        #expect(told.status == 0 && told.errors.contains("Theory predicts 20 of 20 cells"), "\(told.errors)")
        let run = try Netlab.run("sweep", "run", "out", in: folder)
        #expect(run.output == "wide: 2 of 2 cells are finished\n", "\(run.output)\(run.errors)")
        #expect(try Netlab.run("sweep", "report", "out", in: folder).status == 0)
        let browser = try Browser()
        try browser.open("file://\(folder.file("out/report.html"))")
        #expect(try browser.text("document.querySelectorAll('#verification tbody tr').length") == "2")
        // Virtual time is as exact as theory: both differ by less than 0.1 %.
        let difference = "document.querySelector('#verification tbody td:last-child').textContent"
        let share = try #require(Double(browser.text("String(parseFloat(\(difference)))")))
        #expect(share < 0.1)
        #expect(try PageAudit.complaints(browser) == [])
        try browser.picture("sweep-verification")
    }

    @Test(
        arguments: [
            (["sweep"], 1, "takes one of plan, run"),
            (["sweep", "pln", "x"], 1, "did you mean `netlab sweep plan`"),
            (["sweep", "run"], 1, "takes a sweep's file, or its folder"),
            (["sweep", "run", "gone.yaml"], 2, "no such file"),
            (["sweep", "status", "out", "--clock", "real"], 1, "pins clock"),
            (["sweep", "submit", "out"], 1, "needs --to"),
            (["sweep", "predict", "sweep.yaml", "--verify", "1%"], 1, "chooses cells for a folder"),
            (["sweep", "predict", "sweep.yaml", "--verify", "1", "--out", "o"], 1, "takes a percentage"),
            (["sweep", "submit", "out", "--to", "pbs"], 1, "not `pbs`"),
            (["sweep", "status", "gone"], 3, "is not a sweep's folder"),
            (["sweep", "plan", "sweep.yaml", "--clock", "auto"], 1, "--clock of a sweep is real or virtual"),
            (["sweep", "plan", "sweep.yaml", "--out", "."], 3, "holds something other than a sweep"),
            (["sweep", "plan", "sweep.yaml", "--clock", "virtual", "--kernel", "1.0"], 3, "kernel"),
        ] as [([String], Int32, String)]
    )
    func `is refused with a reason for invalid arguments`(
        _ arguments: [String],
        _ status: Int32,
        _ words: String
    ) throws {
        let output = try Netlab.run(arguments, in: folder)
        #expect(output.status == status && output.errors.contains(words), "\(output.status) \(output.errors)")
    }
}
