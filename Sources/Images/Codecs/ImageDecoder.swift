/// Images out of their bytes, the kind told by the first of them.
package enum ImageDecoder {
    package static func decode(_ bytes: [UInt8]) throws(ImageError) -> PixelBuffer {
        if bytes.starts(with: [0xFF, 0xD8]) { return try JPEGCodec.decode(bytes) }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return try PNGCodec.decode(bytes) }
        throw .decoding(nil, reason: "neither JPEG nor PNG")
    }
}
