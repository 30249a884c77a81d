internal import CQRCode

/// A QR code: a square of dark and light modules that stands for a text.
///
/// Whoever sees the modules can read the text, so descriptions do not show them.
package struct QRCode: Hashable, Sendable {
    /// Modules along a side: 17 + 4 times the version, from 21 to 177.
    package let size: Int
    /// Row by row.
    private let dark: [Bool]

    /// Light modules that the standard wants around a code (ISO/IEC 18004, 5.3.8).
    package static let quietZone = 4

    /// The smallest code that has room for the text's UTF-8.
    package init(_ text: String, correction: ErrorCorrection = .low) throws(QRCodeError) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { throw .noText }
        guard bytes.count <= correction.mostBytes else {
            throw .tooLong(bytes.count, most: correction.mostBytes)
        }
        var error: Int32 = 0
        guard let code = netlab_qr_encode(bytes, Int32(bytes.count), correction.level, &error) else {
            throw .library(error)
        }
        defer { QRcode_free(code) }
        let size = Int(code.pointee.width)
        self.size = size
        // Bit 0 is the module's colour; the others tell what it is for.
        dark = UnsafeBufferPointer(start: code.pointee.data, count: size * size).map { $0 & 1 == 1 }
    }

    /// Everything outside of the code is light.
    package func isDark(column: Int, row: Int) -> Bool {
        guard 0..<size ~= column, 0..<size ~= row else { return false }
        return dark[row * size + column]
    }
}

extension QRCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "a QR code of \(size) by \(size) modules" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension ErrorCorrection {
    fileprivate var level: QRecLevel {
        switch self {
        case .low: QR_ECLEVEL_L
        case .medium: QR_ECLEVEL_M
        }
    }
}
