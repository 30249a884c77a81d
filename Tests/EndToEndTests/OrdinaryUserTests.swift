import Foundation
import TestSupport
import Testing

/// Runs as a user without rights, on a copy of the program that every user may read.
///
/// Threads of such a user have no precedence, so on a busy machine a run soon cannot be trusted. The tests
/// still judge what such a user may do, by everything that netlab itself judges then.
@Suite(
    .enabled(if: Netlab.isRoot, "needs root, to become an ordinary user"),
    .enabled(if: Program.find("setpriv") != nil, "needs setpriv"),
    .serialized,
    .timeLimit(.minutes(5))
)
struct `An ordinary user` {
    private let folder: ScratchFolder
    private let user = "setpriv --reuid 1001 --regid 1001 --clear-groups"

    init() throws {
        folder = try ScratchFolder()
        let copy = """
            chmod 755 . && mkdir -m 755 bin && cp "$NETLAB" bin/netlab && chmod 755 bin/netlab && mkdir -m 777 work
            """
        let environment = ["NETLAB": Netlab.path]
        let made = try Program("/bin/sh", ["-c", copy], in: folder.path, environment: environment).run()
        try #require(made.status == 0, "\(made.errors)")
    }

    @Test func `gets a permission error for another user's run`() throws {
        try FileManager.default.createDirectory(
            atPath: folder.file("work/private"),
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let output = try Program(
            "/bin/sh",
            ["-c", "\(user) ../bin/netlab explain private"],
            in: folder.file("work")
        ).run()
        #expect(output.status == 2)
        #expect(output.errors.contains("private: error: this folder cannot be read"), "\(output.errors)")
    }

    @Test
    func `runs over veth without access to the TUN device`() throws {
        let result = try run("\(user) ../bin/netlab run tiers --json --carrier veth")
        #expect(result.link.carrier == "veth")
        expectAllButTimes(result, times: 1)
        try expectMostlyAgreement(result)
    }

    @Test
    func `runs over byte streams without privileges`() throws {
        let result = try run("\(user) ../bin/netlab run tiers --json --link stream")
        #expect(result.link.mode == "stream")
        expectAllButTimes(result, times: 1)
    }

    @Test
    func `learns from the doctor what is allowed and how to change the rest`() throws {
        let output = try Program("/bin/sh", ["-c", "\(user) ../bin/netlab doctor"], in: folder.file("work"))
            .run()
        #expect(output.status == 0, "\(output.output)")
        #expect(output.output.contains("netlab runs here"))
        #expect(output.output.contains("to change that: ") || output.output.contains("yes  a line over TUN"))
    }

    @Test
    func `falls back to veth automatically`() throws {
        // Some machines let everyone open the device.
        let result = try run(
            """
            unshare -m sh -c 'rm -f ../tun && mknod ../tun c 10 200 && chmod 600 ../tun && mount --bind ../tun /dev/net/tun &&
            exec \(user) ../bin/netlab run tiers --json'
            """
        )
        #expect(result.link.carrier == "veth")
        expectAllButTimes(result, times: 1)
    }

    @Test
    func `runs over TUN when the device is accessible`() throws {
        let result = try run(
            """
            unshare -m sh -c 'rm -f ../tun && mknod ../tun c 10 200 && chmod 666 ../tun && mount --bind ../tun /dev/net/tun &&
            exec \(user) ../bin/netlab run tiers --json --carrier tun'
            """
        )
        #expect(result.link.carrier == "tun")
        expectAllButTimes(result, times: 1)
        try expectMostlyAgreement(result)
    }

    @Test
    func `resolves names across the link as root does`() throws {
        try SlowNames.scenario.write(
            toFile: folder.file("work/names.yaml"),
            atomically: false,
            encoding: .utf8
        )
        let runs = try MeasuredRun.attempt("names.yaml, as an ordinary user") {
            let output = try shell("\(user) ../bin/netlab run names.yaml --json")
            return [MeasuredRun(result: try decode(output), output: output, folder: folder)]
        }
        // The threads of such a user have no precedence: beside other tests each may wait for a processor.
        try SlowNames.expect(try #require(runs.first).result, within: 250_000_000)
    }

    @Test
    func `gets an untrusted result on a busy machine`() throws {
        // An ordinary user's threads have no precedence: two busy loops for each processor break the
        // emulation. The loops end by themselves, whatever happens to the test: by a signal that cannot be
        // blocked, because the test process blocks others for its children.
        let output = try shell(
            """
            for n in $(seq $(($(nproc) * 2))); do timeout -s KILL 12 sh -c 'while :; do :; done' & done
            \(user) ../bin/netlab run tiers --json --out busy; exit
            """
        )
        let result = try ResultDocument(json: output.output)
        #expect(result.emulation.trusted == false)
        #expect(result.outcome == "untrusted")
        #expect(output.status == 3)
        #expect(output.errors.contains("cannot be trusted"), "\(output.errors)")
        // If the kernel counts waiting threads.
        if access("/proc/pressure/cpu", R_OK) == 0 {
            #expect(output.errors.contains("for a processor)"), "\(output.errors)")
        }
    }

    private func run(_ line: String) throws -> ResultDocument {
        try decode(try shell(line))
    }

    /// In real time, even where this user may read a guest kernel.
    private func shell(_ line: String) throws -> ProgramOutput {
        try Program("/bin/sh", ["-c", line], in: folder.file("work"), environment: ["NETLAB_CLOCK": "real"])
            .run()
    }

    private func decode(_ output: ProgramOutput) throws -> ResultDocument {
        try #require(
            try? ResultDocument(json: output.output),
            "status \(output.status): \(output.errors)"
        )
    }
}
