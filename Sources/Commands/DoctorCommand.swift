import Capture
import JSON
import LinkEngine
import LinkModel
import LinuxIO
import Programs
import RealTime
import Reports
import Running
import VirtualTime
import Wire

/// `netlab doctor`.
struct DoctorCommand: Command {
    static let name = "doctor"
    static let summary = "Show what this machine supports, how to enable the rest, and how exact it is"
    static let usage = "[--calibrate [LINE...]] [--json]"
    static let discussion = """
        Everything is tried, not guessed: hosts and lines are created and removed again, and a recorder is opened. The
        exit status is 3 if packet mode cannot run here. --calibrate downloads over lines with known figures, in real
        time, and compares the measurements with theory: the error of downloads, and how late packets leave the line. LINE
        is a preset or a family of `netlab profiles`. The default is \(Calibration.usual.joined(separator: ", ")),
        which takes half a minute. The exit status is then 3 if a line's figures cannot be trusted.
        """
    static let options = [
        CommandOption("--calibrate", about: "measure how exact this machine is, on known lines"),
        CommandOption("--json", about: "the calibration as one JSON document"),
    ]
    static let operands: KnownOperands = .each(
        .one(of: LinkCatalogue.families.map(\.name) + LinkCatalogue.spellings)
    )
    static let examples = [
        (line: "netlab doctor", about: "can this user run netlab on this machine?"),
        (line: "netlab doctor --calibrate", about: "how exact is it?"),
        (line: "netlab doctor --calibrate dsl", about: "on this line"),
    ]

    /// nil tells what the machine allows.
    private let calibration: Calibration?
    private let asJSON: Bool

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        asJSON = arguments.has("--json")
        if arguments.has("--calibrate") {
            calibration = try Calibration(arguments.positionals)
            return
        }
        calibration = nil
        if let name = arguments.positionals.first {
            throw CommandFailure(
                .wrongUsage,
                "netlab doctor takes a line only with --calibrate",
                advice: "netlab doctor --calibrate \(name)"
            )
        }
        if asJSON { throw CommandFailure(.wrongUsage, "--json needs --calibrate") }
    }

    var rights: ProcessRights? { nil }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        guard let calibration else { return examine(console) }
        guard let report = try calibration.report(on: console) else { return .interrupted }
        if asJSON {
            console.print(report.json.pretty)
        } else {
            console.print(report.document)
        }
        return report.isTrusted ? .done : .failed
    }

    private func examine(_ console: Console) -> ExitStatus {
        let user = Machine.isRoot ? "root" : "an ordinary user"
        console.printSentence("kernel \(Machine.kernel), \(Machine.processors) processors, run by \(user)")
        // Find both on the machine itself: an unprivileged process leaves its network with the first trial.
        let uplink = Result { () throws(UplinkError) in
            try UplinkWay.find(path: Environment.variables["PATH"])
        }
        let guest = Result { () throws(CommandFailure) in try VirtualProbe.run() }
        let keepsAwake = WakefulProcessors.hold() != nil
        let allowances = MachineProbe.allowances()
        for allowance in allowances {
            show(
                Self.title(of: allowance.feature),
                allowance.isAllowed,
                allowance.reason,
                allowance.remedy,
                console
            )
        }
        let recording = Self.recordingFailure(allowances)
        show("recording packets on its own hosts", recording == nil, recording, nil, console)
        show(uplink, console)
        showWakefulness(keepsAwake, console)
        show(guest, console)
        let allowed = Set(allowances.filter(\.isAllowed).map(\.feature))
        let hasLine = allowed.contains(.namespaces) && (allowed.contains(.tun) || allowed.contains(.veth))
        console.print("")
        guard hasLine, recording == nil else {
            let what = hasLine ? "record packets" : "make a packet-level line"
            console.printSentence("netlab cannot \(what) here.")
            console.printSentence(
                "Stream mode needs no rights: `netlab run --link stream` paces byte streams, without packets or captures."
            )
            return .failed
        }
        let carrier = allowed.contains(.tun) ? "TUN" : "veth"
        console.printSentence("netlab runs here: packet mode over \(carrier).")
        return .done
    }

    /// Why no recorder can be opened on a host of the bench; nil if it can.
    private static func recordingFailure(_ allowances: [MachineAllowance]) -> String? {
        guard allowances.contains(where: { $0.feature != .namespaces && $0.isAllowed }) else {
            return "there is no host to record on"
        }
        let line = LinkParameters(down: DirectionParameters(), up: DirectionParameters())
        do {
            let hosts = try HostPair(line)
            let recorder = try hosts.onClient {
                try Recorder(
                    RecorderSettings(interface: HostPair.clientInterface),
                    into: RecordingTarget("/dev/null")
                )
            }
            let summary = recorder.stop()
            return summary.writeError ?? summary.readError
        } catch {
            return "\(error)"
        }
    }

    private func show(
        _ title: String,
        _ isAllowed: Bool,
        _ reason: String?,
        _ remedy: String?,
        _ console: Console
    ) {
        let answers = [title, reason, remedy.map { "to change that: \($0)" }].compactMap { $0 }
        let marks = [isAllowed ? "yes" : "no "] + Array(repeating: "", count: answers.count - 1)
        let list = TermList(Array(zip(marks, answers)), gap: 2)
        for line in list.lines(console.style.width) { console.print(line) }
    }

    private func show(_ uplink: Result<UplinkWay, UplinkError>, _ console: Console) {
        let title = "the machine's network behind the line (netlab phone, netlab exec --internet)"
        switch uplink {
        case .success(.pair): show("\(title): by a pair of interfaces", true, nil, nil, console)
        case .success(.program(_, let path)): show("\(title): by \(path)", true, nil, nil, console)
        case .failure(let error): show(title, false, error.reason, error.remedy, console)
        }
    }

    private func show(_ guest: Result<VirtualKernel, CommandFailure>, _ console: Console) {
        let title = "runs in virtual time (--clock virtual)"
        switch guest {
        case .success(let kernel): show("\(title): on Linux \(kernel.version)", true, nil, nil, console)
        case .failure(let failure): show(title, false, failure.message, failure.advice, console)
        }
    }

    private func showWakefulness(_ isAllowed: Bool, _ console: Console) {
        let path = WakefulProcessors.path
        show(
            "processors kept awake while a line carries packets",
            isAllowed,
            isAllowed
                ? nil
                : "this user cannot open \(path): the line spins instead, and hosts may answer late",
            isAllowed ? nil : "run as root, or `sudo chmod o+w \(path)` for as long as the machine is on",
            console
        )
    }

    private static func title(of feature: MachineAllowance.Feature) -> String {
        switch feature {
        case .namespaces: "network namespaces of its own"
        case .tun: "a line over TUN interfaces"
        case .veth: "a line over virtual Ethernet and packet sockets"
        }
    }
}
