internal import CGIF
import Fixtures
import Wire

/// The first picture of a GIF on its screen, which is white outside the picture.
struct GIFReader: ~Copyable {
    /// The bytes that giflib has not read yet.
    private final class Source {
        let bytes: [UInt8]
        var offset = 0

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }
    }

    private let source: Source
    private let file: UnsafeMutablePointer<GifFileType>

    init(_ bytes: [UInt8]) throws(ImageError) {
        source = Source(bytes)
        var error: Int32 = 0
        let opened = DGifOpen(Unmanaged.passUnretained(source).toOpaque(), Self.read, &error)
        guard let opened else { throw .decoding(.gif, reason: GIFCodec.reason(error)) }
        file = opened
    }

    deinit {
        _ = DGifCloseFile(file, nil)
    }

    var size: PixelSize {
        PixelSize(width: Int(file.pointee.SWidth), height: Int(file.pointee.SHeight))
    }

    /// `accepts` is asked about the size of the screen, and then of the picture, before memory is allocated.
    func decode(_ accepts: (PixelSize) throws(ImageError) -> Void) throws(ImageError) -> PixelBuffer {
        try accepts(size)
        let transparent = try transparentIndex()
        try demand(DGifGetImageDesc(file))
        let frame = file.pointee.Image
        try accepts(PixelSize(width: Int(frame.Width), height: Int(frame.Height)))
        guard let map = frame.ColorMap ?? file.pointee.SColorMap else {
            throw .decoding(.gif, reason: "it has no colours")
        }
        let colours = UnsafeBufferPointer(start: map.pointee.Colors, count: Int(map.pointee.ColorCount))
        var line = [UInt8](repeating: 0, count: Int(frame.Width))
        var image = PixelBuffer(
            width: size.width,
            height: size.height,
            samples: [UInt8](repeating: 255, count: size.area * 3)
        )
        var coverage = [UInt8](repeating: 0, count: size.area)
        for row in Self.rows(Int(frame.Height), isInterlaced: frame.Interlace) {
            try demand(DGifGetLine(file, &line, frame.Width))
            let y = Int(frame.Top) + row
            guard y < image.height else { continue }
            for (column, index) in line.enumerated() where Int(index) != transparent {
                let x = Int(frame.Left) + column
                guard x < image.width else { break }
                guard Int(index) < colours.count else {
                    throw .decoding(.gif, reason: "it has an unknown colour")
                }
                let colour = colours[Int(index)]
                let place = (y * image.width + x) * 3
                coverage[y * image.width + x] = Coverage.whole
                image.samples[place] = colour.Red
                image.samples[place + 1] = colour.Green
                image.samples[place + 2] = colour.Blue
            }
        }
        if coverage.contains(0) { image.coverage = coverage }
        return image
    }

    /// Reads up to the first picture, and returns the transparent index of its control block, if any.
    private func transparentIndex() throws(ImageError) -> Int? {
        var transparent: Int?
        while true {
            var record = UNDEFINED_RECORD_TYPE
            try demand(DGifGetRecordType(file, &record))
            switch record {
            case IMAGE_DESC_RECORD_TYPE: return transparent
            case EXTENSION_RECORD_TYPE: transparent = try controlBlock() ?? transparent
            default: throw .decoding(.gif, reason: "it has no picture")
            }
        }
    }

    private func controlBlock() throws(ImageError) -> Int? {
        var code: Int32 = 0
        var block: UnsafeMutablePointer<UInt8>?
        try demand(DGifGetExtension(file, &code, &block))
        var transparent: Int?
        while let bytes = block {
            var control = GraphicsControlBlock()
            if code == GRAPHICS_EXT_FUNC_CODE,
                DGifExtensionToGCB(Int(bytes[0]), bytes + 1, &control) == GIF_OK,
                control.TransparentColor >= 0
            {
                transparent = Int(control.TransparentColor)
            }
            try demand(DGifGetExtensionNext(file, &block))
        }
        return transparent
    }

    private func demand(_ status: Int32) throws(ImageError) {
        guard status == GIF_OK else { throw .decoding(.gif, reason: GIFCodec.reason(file.pointee.Error)) }
    }

    /// Row numbers in the order of the file.
    private static func rows(_ height: Int, isInterlaced: Bool) -> [Int] {
        guard isInterlaced else { return Array(0..<height) }
        return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
    }

    private static let read: InputFunc = { file, buffer, count in
        guard let context = file?.pointee.UserData, let buffer else { return 0 }
        let source = Unmanaged<Source>.fromOpaque(context).takeUnretainedValue()
        let taken = min(Int(count), source.bytes.count - source.offset)
        for index in 0..<taken { buffer[index] = source.bytes[source.offset + index] }
        source.offset += taken
        return Int32(taken)
    }
}
