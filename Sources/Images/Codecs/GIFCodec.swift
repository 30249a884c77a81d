internal import CGIF
import Fixtures
import Wire

/// GIF by giflib: one picture with 256 fixed colours.
enum GIFCodec {
    /// Limit of the format's 16 bits; giflib drops higher bits.
    private static let longestSide = 65_535

    static func encode(_ job: EncodingJob) throws(ImageError) -> [UInt8]? {
        guard (1...longestSide).contains(job.size.width), (1...longestSide).contains(job.size.height) else {
            throw .encoding(.gif, reason: "its sides are from 1 to \(longestSide) pixels, not \(job.size)")
        }
        var error: Int32 = 0
        let isDone = job.run { context in
            guard let file = EGifOpen(context, store, &error) else { return false }
            let isWhole = write(job, to: file)
            let reason = file.pointee.Error
            // Closing writes the end and frees the memory in any case.
            let isClosed = EGifCloseFile(file, &error) == GIF_OK
            if !isWhole { error = reason }
            return isWhole && isClosed
        }
        return try job.result(.gif, isDone: isDone, reason: reason(error))
    }

    /// The library's message for an error.
    static func reason(_ error: Int32) -> String {
        GifErrorString(error).map { String(cString: $0) } ?? "giflib's error \(error)"
    }

    private static let store: OutputFunc = { file, bytes, count in
        guard let job = EncodingJob.job(file?.pointee.UserData),
            job.take(UnsafeBufferPointer(start: bytes, count: Int(count)))
        else { return 0 }
        return count
    }

    private static func write(_ job: EncodingJob, to file: UnsafeMutablePointer<GifFileType>) -> Bool {
        let (width, height) = (Int32(job.size.width), Int32(job.size.height))
        guard let map = GifMakeMapObject(256, palette) else { return false }
        defer { GifFreeMapObject(map) }
        guard EGifPutScreenDesc(file, width, height, 8, 0, map) == GIF_OK,
            EGifPutImageDesc(file, 0, 0, width, height, false, nil) == GIF_OK
        else { return false }
        var samples = [UInt8](repeating: 0, count: job.size.width * 3)
        var line = [UInt8](repeating: 0, count: job.size.width)
        for row in 0..<job.size.height {
            samples.withUnsafeMutableBufferPointer { samples in
                job.paint(row, into: samples)
                for x in line.indices {
                    line[x] = nearest(samples[3 * x], samples[3 * x + 1], samples[3 * x + 2])
                }
            }
            guard EGifPutLine(file, &line, width) == GIF_OK else { return false }
        }
        return true
    }

    /// Eight reds, eight greens and four blues.
    private static let palette: [GifColorType] = (0..<256).map { (index: Int) in
        let (red, green, blue) = (index >> 5, index >> 2 & 7, index & 3)
        return GifColorType(Red: UInt8(red * 255 / 7), Green: UInt8(green * 255 / 7), Blue: UInt8(blue * 85))
    }

    @inline(__always)
    private static func nearest(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
        let red = (Int(red) * 7 + 127) / 255
        let green = (Int(green) * 7 + 127) / 255
        let blue = (Int(blue) * 3 + 127) / 255
        return UInt8(truncatingIfNeeded: red << 5 | green << 2 | blue)
    }
}
