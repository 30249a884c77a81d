import FuzzTargets
import Glibc
import LinuxIO

/// Tries a target's seeds, and then changes of them, without instruments: as fast as the program itself, and built with it.
/// A crash leaves its input in FILE.
@main enum Unguided {
    private static let usage = "usage: netlab-try-inputs TARGET COUNT SEED FILE FOLDER... [-- DICTIONARY]"

    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let parts = arguments.split(separator: "--", maxSplits: 1, omittingEmptySubsequences: false)
        guard arguments.count > 4, let target = FuzzTarget(named: arguments[0]),
            let count = Int(arguments[1]),
            let seed = UInt64(arguments[2])
        else { return fail(usage) }
        do {
            let seeds = try parts[0].dropFirst(4).flatMap { try files(in: $0) }
            let words = try parts.dropFirst().joined().flatMap { try dictionary($0) }
            let kept = try KeptInput(arguments[3])
            let runs = try tried(target, seeds, words, count: count, seed: seed, kept)
            print("\(arguments[0]): \(runs) inputs")
        } catch {
            fail("\(error)")
        }
    }

    private static func tried(
        _ target: FuzzTarget,
        _ seeds: [[UInt8]],
        _ words: [[UInt8]],
        count: Int,
        seed: UInt64,
        _ kept: borrowing KeptInput
    ) throws(SystemCallError) -> Int {
        var mutation = Mutation(of: seeds, words: words, seed: seed)
        for number in 0..<(seeds.count + count) {
            let input = number < seeds.count ? seeds[number] : mutation.next()
            try kept.keep(input)
            target.take(input)
        }
        kept.remove()
        return seeds.count + count
    }

    private static func files(in folder: String) throws(SystemCallError) -> [[UInt8]] {
        var files: [[UInt8]] = []
        for name in try Folder.names(in: folder) {
            files.append(try WholeFile.read("\(folder)/\(name)", limit: 1 << 20))
        }
        return files
    }

    /// The quoted words of a fuzzer's dictionary, without its escapes.
    private static func dictionary(_ path: String) throws(SystemCallError) -> [[UInt8]] {
        let text = String(decoding: try WholeFile.read(path, limit: 1 << 20), as: UTF8.self)
        return text.split(separator: "\n").compactMap { line in
            guard let first = line.firstIndex(of: "\""), let last = line.lastIndex(of: "\""), first < last,
                !line.hasPrefix("#"), !line.contains("\\")
            else { return nil }
            return Array(line[line.index(after: first)..<last].utf8)
        }
    }

    private static func fail(_ reason: String) {
        let line = Array("\(reason)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
        exit(2)
    }
}
