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
        guard let kind: OriginFile.ImageKind = section.choice("image") else { return nil }
        let isProgressive = isProgressive(kind)
        let sizes = ImageSizes(kind, isProgressive: isProgressive)
        let pixels = pixels(sizes)
        guard let size = size(sizes, pixels) ?? pixels.map(sizes.usual) else { return nil }
        return OriginFile.Image(kind, size: size, pixels: pixels, isProgressive: isProgressive)
    }

    private func isProgressive(_ image: OriginFile.ImageKind) -> Bool {
        guard section.flag("progressive") == true else { return false }
        if image == .jpeg { return true }
        report("no \(image.rawValue) is progressive: only a jpeg can be", at: section.keySpan("progressive"))
        return false
    }

    private func pixels(_ sizes: ImageSizes) -> PixelSize? {
        guard let node = section["pixels"], let text = section.text("pixels") else { return nil }
        guard let pixels = PixelSize(text) else {
            report("`pixels` takes a width and a height, as 4000x3000, not \(text.quoted)", at: node.span)
            return nil
        }
        let image = sizes.image.rawValue
        if pixels.width < 1 || pixels.height < 1 {
            report("`pixels`: each side is at least 1", at: node.span)
        } else if pixels.longestSide > sizes.longestSide {
            report("`pixels`: a side of a \(image) is at most \(sizes.longestSide)", at: node.span)
        } else if pixels.area > sizes.largestArea {
            let form = sizes.isProgressive ? "progressive \(image)" : image
            report("`pixels`: a \(form) has at most \(sizes.largestArea) in all", at: node.span)
        } else {
            return pixels
        }
        return nil
    }

    private func size(_ sizes: ImageSizes, _ pixels: PixelSize?) -> Int? {
        let range = pixels.map { sizes.of($0) } ?? sizes.any
        let limits = Int64(range.lowerBound)...Int64(range.upperBound)
        guard let size = section.amount("size", .bytes, in: limits), let node = section["size"] else {
            return nil
        }
        if sizes.isEven, !size.isMultiple(of: 2) {
            report("`size`: a \(sizes.image.rawValue) has an even number of bytes", at: node.span)
        }
        return Int(size)
    }

    private func report(_ message: String, at span: SourceSpan) {
        section.log.report(message, at: span)
    }
}
