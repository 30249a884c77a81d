import Capture
import LinuxIO
package import Programs

/// The options of `netlab capture`.
package struct CaptureOptions {
    private static let mostFiles: UInt64 = 100_000
    private static let smallestFile: Int64 = 4096
    private static let bufferBytes: ClosedRange<Int64> = 1 << 16...1 << 30
    private static let longest: UInt64 = 100_000_000

    var settings: RecorderSettings
    var target: RecordingTarget
    /// nil means until it is stopped.
    var seconds: UInt64?
    var isQuiet: Bool
    /// nil without `--watch`.
    var watch: WatchOptions?

    /// A line that can be typed as it is.
    package static let example = "netlab capture -i eth0 -o web.pcapng --filter 'tcp port 80'"

    package init(_ arguments: ParsedArguments) throws(CommandFailure) {
        if let stray = arguments.positionals.first {
            throw CommandFailure(
                .wrongUsage,
                "netlab capture takes no argument `\(stray)`",
                advice: Self.example
            )
        }
        guard let interface = arguments.value("--interface") else {
            throw CommandFailure(
                .wrongUsage,
                "netlab capture needs an interface: -i NAME",
                advice: "choose one of \(Self.interfaces), or `any` for all of them"
            )
        }
        watch = try WatchOptions(arguments)
        let path = arguments.value("--out")
        guard path != nil || watch != nil else {
            throw CommandFailure(
                .wrongUsage,
                "netlab capture needs a file to write: -o FILE.pcapng",
                advice: "or --watch, which shows responses as they come"
            )
        }
        if path == "-", watch != nil {
            throw CommandFailure(.wrongUsage, "--watch writes to standard output itself: -o needs a file")
        }
        settings = RecorderSettings(interface: interface, filter: arguments.value("--filter"))
        if let snap = try arguments.number("--snap", in: 1...UInt64(RecorderSettings.wholePackets)) {
            settings.snapLength = Int(snap)
        }
        if let buffer = try arguments.size("--buffer") {
            guard Self.bufferBytes.contains(buffer) else {
                throw CommandFailure(.wrongUsage, "--buffer takes 64KiB to 1GiB: not \(buffer) B")
            }
            settings.bufferBytes = Int(buffer)
        }
        let ring = try arguments.value("--ring").map(Self.ring)
        target = path.map { RecordingTarget($0, ring: ring) } ?? .nowhere
        if ring != nil, path == nil || path == "-" {
            throw CommandFailure(.wrongUsage, "--ring needs files: -o names the first of them")
        }
        seconds = try arguments.number("--seconds", in: 1...Self.longest)
        isQuiet = arguments.has("--quiet")
    }

    /// The machine's interfaces as a list for people.
    static var interfaces: String {
        let names = (try? Folder.names(in: "/sys/class/net")) ?? []
        return names.isEmpty ? "those that `ip link` lists" : names.joined(separator: ", ")
    }

    private static func ring(_ text: String) throws(CommandFailure) -> RecordingTarget.Ring {
        let wrong = CommandFailure(
            .wrongUsage,
            "--ring takes a number of files and their size, such as 10x100MB: not `\(text)`"
        )
        let parts = text.split(separator: "x", maxSplits: 1)
        guard parts.count == 2, let files = UInt64(parts[0]), (1...mostFiles).contains(files) else {
            throw wrong
        }
        let bytes = try ParsedArguments.size(String(parts[1]), for: "--ring")
        guard bytes >= smallestFile else { throw wrong }
        return RecordingTarget.Ring(files: Int(files), bytes: Int(bytes))
    }
}
