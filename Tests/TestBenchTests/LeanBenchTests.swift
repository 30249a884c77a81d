import LinuxIO
import TestSupport
import Testing

/// A program that links with `TestBench` alone.
@Suite(.timeLimit(.minutes(1)))
struct LeanBenchTests {
    private static let images: Set = ["libjpeg", "libpng16", "libgif", "libwebp"]

    /// This process's program, which has `TestBenchImages`, and the one without.
    private static func programs() throws -> (own: String, lean: String) {
        let own = try #require(Executable.path)
        return (own, "\(own[..<(try #require(own.lastIndex(of: "/")))])/LeanBench")
    }

    /// Names of the libraries that a program loads, and those that these load: `libz`.
    private static func libraries(of program: String) throws -> Set<String> {
        let output = try Program("/usr/bin/ldd", [program]).run()
        #expect(output.status == 0)
        let names = output.output.split(separator: "\n").compactMap { line in
            line.split(whereSeparator: \.isWhitespace).first?.split(separator: ".").first
        }
        return Set(names.map(String.init))
    }

    @Test func `no library for images, captures or downloads is loaded`() throws {
        let (own, lean) = try Self.programs()
        #expect(try Self.libraries(of: own).isSuperset(of: Self.images))
        let libraries = try Self.libraries(of: lean)
        #expect(libraries.contains("libssl"))
        #expect(libraries.isDisjoint(with: Self.images.union(["libcurl", "libpcap", "libxxhash"])))
    }

    @Test func `an image is refused with advice, and the rest works`() throws {
        let lean = try Self.programs().lean
        let output = try Program("/usr/bin/env", ["-u", "NETLAB_CONTROL", "NETLAB_LINK=stream", lean]).run()
        #expect(
            output.output == """
                the image tom.jpg cannot be made: this program has no image libraries (add the product TestBenchImages \
                to the test target, or run the tests behind netlab exec)
                stream

                """,
            "\(output.errors)"
        )
    }
}
