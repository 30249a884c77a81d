import Images
import LinuxIO

/// `netlab fixture NAME --size SIZE`.
struct FixtureCommand: Command {
    static let name = "fixture"
    static let summary = "Write one fixture image of an exact size"
    static let usage = "NAME --size SIZE [--seed N] [-o FILE]"
    static let discussion = """
        The name's ending says the kind: .jpg, .jpeg or .png. The same name, size and seed give the same bytes: the
        ones that the origin of a scenario with that seed serves.
        """
    static let options = [
        CommandOption("--size", value: "SIZE", about: "exactly so many bytes: 125724, 300KiB, 10MB"),
        CommandOption("--seed", value: "N", about: "another image (default 1)"),
        CommandOption(
            "--out",
            "-o",
            value: "FILE",
            about: "where to write it (default NAME); `-` is standard output"
        ),
    ]
    static let examples = [
        (line: "netlab fixture cat.jpg --size 310448", about: "a JPEG of exactly 310,448 bytes")
    ]

    private let name: String
    private let kind: ImageKind
    private let size: Int
    private let seed: UInt64
    private let output: String

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard arguments.positionals.count == 1 else {
            throw CommandFailure(.wrongUsage, "netlab fixture needs one name", advice: Self.examples[0].line)
        }
        name = arguments.positionals[0]
        switch name.lowercased().split(separator: ".").last {
        case "jpg", "jpeg": kind = .jpeg
        case "png": kind = .png
        default: throw CommandFailure(.wrongUsage, "`\(name)` does not end in .jpg, .jpeg or .png")
        }
        guard let size = try arguments.size("--size") else {
            throw CommandFailure(
                .wrongUsage,
                "how large? --size SIZE is missing",
                advice: Self.examples[0].line
            )
        }
        self.size = Int(size)
        seed = try arguments.number("--seed", in: 0 ... .max) ?? 1
        output = arguments.value("--out") ?? name
    }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        let bytes: [UInt8]
        do {
            let fileName = name.split(separator: "/").last.map(String.init) ?? name
            bytes = try FixtureImage.make(kind, bytes: size, seed: seed, name: fileName, version: 1)
        } catch {
            throw CommandFailure(.wrongUsage, "\(error)")
        }
        do {
            if output == "-" {
                try StandardStream.output.write(bytes)
            } else {
                try WholeFile.write(output, bytes, mode: 0o644)
                console.note("\(output): \(bytes.count) B")
            }
        } catch {
            throw CommandFailure(.failed, "the image could not be written: \(error)")
        }
        return .done
    }
}
