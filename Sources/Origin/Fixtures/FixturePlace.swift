import Fixtures
import Wire

/// An image to be made, named by a target: `/fixture/jpeg/310448?seed=7`, `/fixture/png/4000x3000`.
struct FixturePlace: Hashable, Sendable {
    /// The path prefix of all of them.
    static let folder = "fixture/"
    static let usage = """
        /fixture/KIND/SIZE, as /fixture/jpeg/300KiB, or /fixture/KIND/WIDTHxHEIGHT; \
        KIND is \(kinds); then ?seed=N, version=N, progressive=true, size=SIZE, joined by &
        """

    private static let kinds = ImageKind.allCases.map(\.rawValue).joined(separator: ", ")

    /// As in scenarios; without a unit the size counts bytes.
    private static let units = [
        "": 1, "B": 1, "kB": 1000, "KiB": 1 << 10, "MB": 1_000_000, "MiB": 1 << 20,
    ]

    let shape: FixtureShape
    let seed: UInt64
    let version: Int
    /// The label on the image: the target's path.
    let name: String

    init(_ target: RequestTarget, defaultSeed: UInt64) throws(FixtureRefusal) {
        let parts = target.path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "fixture" else { throw .spelling("/\(target.path)") }
        guard let kind = ImageKind(rawValue: String(parts[1])) else { throw .kind(String(parts[1])) }
        let asked = try FixtureQuery(target.query)
        let extent = try Self.extent(parts[2], size: asked.size)
        do throws(ImageError) {
            shape = try FixtureShape(kind, extent, isProgressive: asked.isProgressive)
        } catch {
            throw .image(error)
        }
        seed = asked.seed ?? defaultSeed
        version = asked.version ?? 1
        name =
            switch extent {
            case .bytes(let bytes): "fixture/\(kind.rawValue)/\(bytes)"
            case .pixels(let pixels), .both(let pixels, _): "fixture/\(kind.rawValue)/\(pixels)"
            }
    }

    private static func extent(
        _ text: Substring,
        size: Int?
    ) throws(FixtureRefusal) -> FixtureShape.Extent {
        if let pixels = PixelSize(text) { return size.map { .both(pixels, bytes: $0) } ?? .pixels(pixels) }
        guard let bytes = Self.size(text) else { throw .size(String(text)) }
        if size != nil { throw .twoSizes }
        return .bytes(bytes)
    }

    /// nil if it is no size, or too large to be counted.
    static func size(_ text: some StringProtocol) -> Int? {
        let digits = text.prefix { ("0"..."9").contains($0) }
        guard let number = Int(digits), let factor = units[String(text.dropFirst(digits.count))] else {
            return nil
        }
        let (size, overflows) = number.multipliedReportingOverflow(by: factor)
        return overflows ? nil : size
    }
}
