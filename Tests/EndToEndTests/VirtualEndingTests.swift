import Foundation
import TestSupport
import Testing

/// How runs in virtual time end when somebody ends them.
extension `A run in virtual time` {
    @Test(arguments: [SIGINT, SIGTERM])
    func `keeps its results when it is interrupted`(_ signal: Int32) throws {
        try folder.write(
            "long.yaml",
            """
            netlab: 1
            link: { profile: edge }
            origin: { files: { a.jpg: { image: jpeg, size: 40 MB } } }
            client: { policy: none, timeout: 10 h }
            steps: [ { name: cold, fetch: all } ]
            """
        )
        let running = try Netlab.start(
            "run",
            "long.yaml",
            "-q",
            "--clock",
            "virtual",
            "-o",
            "run",
            in: folder
        )
        #expect(Waiting.until { FileManager.default.fileExists(atPath: folder.file("run/client.pcapng")) })
        running.signal(signal)
        #expect(try running.finish().status == 130)
        let result = try ResultDocument(file: folder.file("run/result.json"))
        #expect(result.outcome == "interrupted")
    }

    @Test
    func `can be interrupted while its guest starts`() throws {
        let output = try Netlab.shell(
            """
            for moment in 04 06 08 10 12 14 16 18; do
                timeout --preserve-status -s INT -k 5 0.$moment "$NETLAB" run dsl -q --clock virtual -o $moment
                [ $? = 130 ] || echo "not at 0.$moment s"
            done
            """,
            in: folder
        )
        #expect(output.output == "", "\(output.errors)")
    }

    /// The guest may be over when the interrupt comes, and the page not there yet.
    @Test
    func `ends in time when interrupted near its end`() throws {
        let output = try Netlab.shell(
            """
            begun=$(date +%s%N)
            "$NETLAB" run tiers -q --clock virtual -o first
            length=$(( ($(date +%s%N) - begun) / 1000000 ))
            for percent in 86 90 93 96 98 100 103 106; do
                moment=$(printf '%d.%03d' $((length * percent / 100000)) $((length * percent / 100 % 1000)))
                timeout --preserve-status -s INT -k 5 $moment "$NETLAB" run tiers -q --ui --clock virtual -o $percent
                [ $? != 137 ] || echo "not at $percent %"
            done
            """,
            in: folder
        )
        #expect(output.output == "", "\(output.errors)")
    }

    @Test
    func `leaves no guest and no files when it is killed`() throws {
        let running = try Netlab.start("run", "dsl", "-q", "--clock", "virtual", "-o", "run", in: folder)
        #expect(Waiting.until { FileManager.default.fileExists(atPath: folder.file("run/client.pcapng")) })
        #expect(try InstalledKernels.guests(of: running.identifier) != "")
        running.signal(SIGKILL)
        _ = try running.finish()
        #expect(try Waiting.until { try InstalledKernels.guests(of: running.identifier) == "" })
        let names = try FileManager.default.contentsOfDirectory(atPath: "/dev/shm")
        #expect(names.filter { $0.hasPrefix("netlab-guest-\(running.identifier)") } == [])
    }

    @Test
    func `leaves no files when it is killed early`() throws {
        for milliseconds in stride(from: 0, to: 300, by: 15) {
            let running = try Netlab.start("exec", "-q", "--clock", "virtual", "--", "true", in: folder)
            // Not a wait for anything: the kills are spread over the start.
            Thread.sleep(forTimeInterval: Double(milliseconds) / 1000)
            running.signal(SIGKILL)
            _ = try running.finish()
            for place in ["/dev/shm", "/tmp"] {
                let names = try FileManager.default.contentsOfDirectory(atPath: place)
                let left = names.filter { $0.hasPrefix("netlab-guest-\(running.identifier)-") }
                #expect(left == [], "\(milliseconds) ms")
            }
        }
    }
}
