import Fixtures
import Glibc
import Images
import LinuxIO
import Wire

/// Decodes an image no larger than requested, and prints its peak memory in KiB. `netlab bench cache` starts
/// it, since netlab itself needs more memory than the measurement.
@main
enum DownsampleProgram {
    private static let mostBytes = 64_000_000

    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count == 2, let side = Int(words[1]), side > 0 else { return end("FILE SIDE") }
        do {
            let file = try FileReader(words[0])
            let image = try ImageDecoder.decode(
                reading: { try file.read(into: &$0) },
                .longestSide(side),
                expectedBytes: Int(try file.status().size),
                maximumBytes: mostBytes
            )
            guard image.size.longestSide <= side else { return end("\(words[0]) became \(image.size)") }
            guard let peak = try peak() else { return end("the kernel tells no peak") }
            print(peak)
        } catch {
            end("\(words[0]): \(error)")
        }
    }

    private static func peak() throws(SystemCallError) -> Int? {
        let lines = try KernelFile.read("/proc/self/status").split(separator: "\n")
        let line = lines.first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Int($0.filter(\.isNumber)) }
    }

    private static func end(_ reason: String) {
        print(reason)
        exit(1)
    }
}
