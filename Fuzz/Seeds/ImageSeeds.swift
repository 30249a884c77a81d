import Fixtures
import Images
import Wire

/// A small image of each form.
enum ImageSeeds {
    static var all: [(String, [UInt8])] {
        let forms = ImageKind.allCases.map { ($0, $0.rawValue, false) } + [(.jpeg, "progressive", true)]
        return forms.compactMap { kind, name, isProgressive in
            let pixels = PixelSize(width: 24, height: 18)
            let shape = try? FixtureShape(kind, pixels: pixels, isProgressive: isProgressive)
            let bytes = shape.flatMap { try? FixtureImage.make($0, seed: 1, name: "a", version: 1) }
            return bytes.map { (name, $0) }
        }
    }
}
