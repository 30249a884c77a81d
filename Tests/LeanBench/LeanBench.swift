import TestBench

/// Uses the library for tests as other packages do, without its images: orders an image, and then a text.
@main
enum LeanBench {
    static func main() async throws {
        do {
            try await Bench.with(origin: .files(["tom.jpg": .image(.jpeg, bytes: 20_000)])) { _ in }
            print("drawn")
        } catch {
            print(error)
        }
        let mode = try await Bench.with(origin: .files(["a.txt": .text("a")])) { $0.mode }
        print(mode.rawValue)
    }
}
