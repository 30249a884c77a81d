import Fixtures
import Images
import LinuxIO
import Programs
import Wire

/// `netlab fixture NAME --size SIZE`.
struct FixtureCommand: Command {
    static let name = "fixture"
    static let summary = "Write one fixture image of an exact size"
    static let usage = "NAME [--size SIZE] [--pixels WxH] [--seed N] [--version N] [--progressive] [-o FILE]"
    static let discussion = """
        NAME's ending sets the kind: .jpg, .jpeg, .png, .webp or .gif; NAME `-` writes to standard output, and then --kind
        sets it. At least one of --size and --pixels is needed; with both, bytes that decoders skip pad the image to its
        size. The image shows its name, seed, version, pixels and size. The same name, size, pixels, seed and version
        give the same bytes, as the origin of a scenario with that seed serves them.
        """
    static let options = [
        CommandOption("--size", value: "SIZE", about: "its exact size: 125724, 300KiB, 10MB"),
        CommandOption("--pixels", value: "WxH", about: "its exact width and height: 4000x3000"),
        CommandOption(
            "--kind",
            value: "KIND",
            known: .one(of: ImageKind.allCases.map(\.rawValue)),
            about: "jpeg, png, webp or gif, whatever NAME ends in"
        ),
        CommandOption("--progressive", about: "a JPEG that appears coarse first, then sharper"),
        CommandOption("--seed", value: "N", about: "another image (default 1)"),
        CommandOption("--version", value: "N", about: "the image after a scenario's `change` (default 1)"),
        CommandOption(
            "--out",
            "-o",
            value: "FILE",
            about: "where to write it (default NAME); `-` is standard output"
        ),
    ]
    static let operands: KnownOperands = .one(.files)
    static let examples = [
        (line: "netlab fixture cat.jpg --size 310448", about: "a JPEG of exactly 310,448 bytes"),
        (
            line: "netlab fixture cat.jpg --size 3MB --pixels 4000x3000 --progressive",
            about: "a progressive JPEG of exactly this size and these pixels"
        ),
        (
            line: "netlab fixture - --kind webp --pixels 640x480 | wc -c",
            about: "a WebP to standard output, about as large as a photograph"
        ),
    ]

    private let name: String
    private let shape: FixtureShape
    private let seed: UInt64
    private let version: Int
    private let output: String

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard arguments.positionals.count == 1 else {
            throw CommandFailure(.wrongUsage, "netlab fixture needs one name", advice: Self.examples[0].line)
        }
        let path = arguments.positionals[0]
        name = path.split(separator: "/").last.map(String.init) ?? path
        let kind = try Self.kind(path, arguments.value("--kind"))
        let extent = try Self.extent(arguments)
        do throws(ImageError) {
            shape = try FixtureShape(kind, extent, isProgressive: arguments.has("--progressive"))
        } catch {
            throw CommandFailure(.wrongUsage, "\(path): \(error)")
        }
        seed = try arguments.number("--seed", in: 0 ... .max) ?? 1
        version = Int(try arguments.number("--version", in: 1...1_000_000_000) ?? 1)
        output = arguments.value("--out") ?? path
    }

    private static func kind(_ path: String, _ asked: String?) throws(CommandFailure) -> ImageKind {
        let kinds = ImageKind.allCases.map(\.rawValue)
        if let asked {
            if let kind = ImageKind(rawValue: asked) { return kind }
            throw CommandFailure(
                .wrongUsage,
                "--kind is \(kinds.joined(separator: ", ")): not `\(asked)`",
                advice: asked.nearest(among: kinds).map { "did you mean `\($0)`?" }
            )
        }
        if let kind = ImageKind(fileName: path) { return kind }
        throw CommandFailure(
            .wrongUsage,
            path == "-"
                ? "--kind is missing: the image needs a kind"
                : "`\(path)` does not end in .jpg, .jpeg, .png, .webp or .gif",
            advice: "--kind is one of \(kinds.joined(separator: ", "))"
        )
    }

    private static func extent(_ arguments: ParsedArguments) throws(CommandFailure) -> FixtureShape.Extent {
        let bytes = try arguments.size("--size").map { Int($0) }
        guard let text = arguments.value("--pixels") else {
            if let bytes { return .bytes(bytes) }
            throw CommandFailure(
                .wrongUsage,
                "the image needs --size SIZE or --pixels WxH",
                advice: examples[0].line
            )
        }
        guard let pixels = PixelSize(text) else {
            throw CommandFailure(
                .wrongUsage,
                "--pixels takes a width and a height, as 4000x3000: not `\(text)`"
            )
        }
        return bytes.map { .both(pixels, bytes: $0) } ?? .pixels(pixels)
    }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        let bytes: [UInt8]
        do {
            bytes = try FixtureImage.make(shape, seed: seed, name: name, version: version)
        } catch {
            throw CommandFailure(.wrongUsage, "\(name): \(error)")
        }
        do {
            if output == "-" {
                try StandardStream.output.write(bytes)
            } else {
                try WholeFile.write(output, bytes, mode: 0o644)
                console.note("\(output): \(bytes.count) B, \(shape.pixels) pixels")
            }
        } catch {
            throw CommandFailure(.failed, "the image could not be written: \(error)")
        }
        return .done
    }
}
