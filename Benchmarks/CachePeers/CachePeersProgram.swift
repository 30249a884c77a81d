import Foundation

/// Measures hits of Foundation's caches, and downloads by libcurl, for `netlab bench cache`. Prints
/// nanoseconds; exits with 1 if there is no figure.
@main
enum CachePeersProgram {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        if let way = words.first.flatMap(BareDownload.Way.init) { return download(words, way) }
        let numbers = words.dropFirst().prefix(3).compactMap { Int($0) }
        guard numbers.count == 3, numbers.allSatisfy({ $0 > 0 }) else { return end() }
        let figure: Double? =
            switch words.first {
            case "memory": SystemMemory(entries: numbers[1]).time(threads: numbers[0], questions: numbers[2])
            case "disk" where words.count == 5:
                SystemDisk(folder: words[4], entries: numbers[1], bytes: numbers[0])?.time(hits: numbers[2])
            default: nil
            }
        guard let figure else { return end() }
        print(figure)
    }

    private static func download(_ words: [String], _ way: BareDownload.Way) {
        guard words.count == 3, let times = Int(words[1]), times > 0,
            let figure = BareDownload(words[2], way).time(times: times)
        else { return end() }
        print(figure)
    }

    private static func end() {
        print(
            "memory THREADS ENTRIES QUESTIONS | disk BYTES ENTRIES HITS FOLDER; every question must be a hit\n"
                + "download TIMES URL | handed TIMES URL | together TIMES URL; every one must come"
        )
        exit(1)
    }
}
