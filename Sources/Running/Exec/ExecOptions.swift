import LinuxIO
package import Programs
import Runs
package import Testbed

/// The options of `netlab exec`, apart from the line.
package struct ExecOptions {
    /// The command whose arguments these are.
    package static let command = "exec"

    /// The program and its arguments, as raw bytes.
    var command: [[UInt8]]
    /// Shell commands to start on the origin's host.
    var servers: [String]
    var scenario: String?
    var capture: String?
    var carrier: LinkRecord.Carrier?
    package var line: LineChoice
    /// True if guests may reach the machine's network through the line.
    package var hasInternet: Bool
    /// Descriptor of a local socket, over which a program outside asks for sockets.
    var handOut: Int32?
    var isQuiet: Bool

    package init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard !arguments.positionals.isEmpty else {
            throw CommandFailure(
                .wrongUsage,
                "netlab exec needs a command to run",
                advice: "netlab exec --profile 3g -- curl -O http://origin.netlab.test/fixture/jpeg/310448"
            )
        }
        // The command is the last part of netlab's own arguments.
        command = RawWords.last(arguments.positionals.count)
        servers = arguments.values("--serve-with")
        scenario = arguments.value("--scenario")
        capture = arguments.value("--pcap")
        carrier = try arguments.carrier()
        line = try arguments.line() ?? .packets
        hasInternet = arguments.has("--internet")
        handOut = try arguments.number("--hand-out", in: 3...1023).map { Int32($0) }
        isQuiet = arguments.has("--quiet")
        try checkLine()
    }

    /// What only a line of packets has cannot be asked of one that may carry streams.
    private func checkLine() throws(CommandFailure) {
        guard line != .packets else { return }
        let asked = [
            ("--pcap", capture != nil), ("--carrier", carrier != nil), ("--internet", hasInternet),
            ("--serve-with", !servers.isEmpty), ("--hand-out", handOut != nil),
        ]
        guard let option = asked.first(where: \.1)?.0 else { return }
        throw CommandFailure(
            .wrongUsage,
            "\(option) needs packet mode, and --link \(line.rawValue) may use byte streams",
            advice: "leave --link out, or say --link packet"
        )
    }

    /// Name of the program, for people.
    package var name: String { String(decoding: command.first ?? [], as: UTF8.self) }
}
