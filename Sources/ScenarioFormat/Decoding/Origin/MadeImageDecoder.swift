import Fixtures
import Scenarios
import Wire

/// A generated image: a file's `image`, `size`, `pixels` and `progressive`.
struct MadeImageDecoder {
    static let keys = ["image", "size", "pixels", "progressive"]

    let section: Section
    /// The file's name, and its place.
    let name: String
    let place: SourceSpan

    /// nil if a part of it is missing or wrong.
    func image() -> OriginFile.Image? {
        if !section.has("image") {
            report("the file \(name.quoted) has no `image` (nor `text`, `json` or `from`)", at: place)
        }
        if !section.has("size"), !section.has("pixels") {
            report("the file \(name.quoted) has no `size` and no `pixels`", at: place)
        }
        guard let kind: ImageKind = section.value("image", .word) else { return nil }
        let isProgressive = isProgressive(kind)
        let limits = FixtureLimits(kind, isProgressive: isProgressive)
        let pixels = pixels(limits)
        guard let size = size(limits, pixels) ?? pixels.map(limits.usual) else { return nil }
        return OriginFile.Image(kind, size: size, pixels: pixels, isProgressive: isProgressive)
    }

    private func isProgressive(_ image: ImageKind) -> Bool {
        guard section.value("progressive", .flag) == true else { return false }
        if image == .jpeg { return true }
        report(
            "a \(image.rawValue) cannot be progressive: only a jpeg can",
            at: section.keySpan("progressive")
        )
        return false
    }

    private func pixels(_ limits: FixtureLimits) -> PixelSize? {
        let wanted = "a width and a height, as 4000x3000"
        guard let node = section["pixels"],
            let pixels = section.values.value(node, "pixels", wanted, PixelSize.init)
        else { return nil }
        let image = limits.kind.rawValue
        if pixels.width < 1 || pixels.height < 1 {
            report("`pixels`: each side is at least 1", at: node.span)
        } else if pixels.longestSide > limits.longestSide {
            report("`pixels`: a side of a \(image) is at most \(limits.longestSide)", at: node.span)
        } else if pixels.area > limits.largestArea {
            let form = limits.isProgressive ? "progressive \(image)" : image
            report("`pixels`: a \(form) has at most \(limits.largestArea) in all", at: node.span)
        } else {
            return pixels
        }
        return nil
    }

    private func size(_ limits: FixtureLimits, _ pixels: PixelSize?) -> Int? {
        let sizes = pixels.map { limits.sizes($0) } ?? limits.sizes
        let range = Int64(sizes.lowerBound)...Int64(sizes.upperBound)
        guard let size = section.value("size", .bytes(in: range)), let node = section["size"] else {
            return nil
        }
        if limits.isEven, !size.isMultiple(of: 2) {
            report("`size`: a \(limits.kind.rawValue) has an even number of bytes", at: node.span)
        }
        return size
    }

    private func report(_ message: String, at span: SourceSpan) {
        section.log.report(message, at: span)
    }
}
