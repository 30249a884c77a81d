internal import CLinux
import Glibc

/// Writes a file record by record through a buffer.
///
/// The file always ends behind a whole record: if the disk is full in the middle of one, the file is cut
/// back. The first failure is final: later calls throw it again and store nothing, so a writer that is still
/// in use needs no memory.
package struct FileWriter: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor
    private let path: String
    private let limit: Int
    private var buffer: [UInt8] = []
    /// End of each record in the buffer.
    private var recordEnds: [Int] = []
    /// Bytes in the file.
    package private(set) var writtenBytes = 0
    package private(set) var failure: SystemCallError?

    /// Creates or truncates the file with this mode. Writes once `bufferBytes` have been collected.
    package init(path: String, mode: UInt32 = 0o600, bufferBytes: Int = 1 << 18) throws(SystemCallError) {
        descriptor = try .creating(path, mode: mode)
        self.path = path
        limit = bufferBytes
    }

    /// Takes one record, which will be in the file whole or not at all.
    package mutating func append(_ record: RawSpan) throws(SystemCallError) {
        if let failure { throw failure }
        record.withUnsafeBytes { buffer.append(contentsOf: $0) }
        recordEnds.append(buffer.count)
        if buffer.count >= limit { try flush() }
    }

    /// Writes consecutive records directly from their memory, behind everything taken before. `wholeBytes`
    /// returns the length of the whole records within the first bytes; it is called if no more could be
    /// written.
    package mutating func write(
        _ records: RawSpan,
        wholeBytes: (Int) -> Int
    ) throws(SystemCallError) {
        try flush()
        var done = 0
        do {
            while done < records.byteCount { done += try writeSome(records, from: done) }
        } catch {
            cutBack(written: done, whole: wholeBytes(done))
            failure = error
            throw error
        }
        writtenBytes += done
    }

    /// Takes one record of text.
    package mutating func append(_ record: String) throws(SystemCallError) {
        if let failure { throw failure }
        buffer.append(contentsOf: record.utf8)
        recordEnds.append(buffer.count)
        if buffer.count >= limit { try flush() }
    }

    /// Writes the buffer, so that readers of the file see it.
    package mutating func flush() throws(SystemCallError) {
        if let failure { throw failure }
        var done = 0
        do {
            while done < buffer.count { done += try writeSome(buffer.span.bytes, from: done) }
        } catch {
            cutBack(written: done, whole: recordEnds.last { $0 <= done } ?? 0)
            failure = error
            forget()
            throw error
        }
        writtenBytes += done
        forget()
    }

    private func writeSome(_ bytes: RawSpan, from start: Int) throws(SystemCallError) -> Int {
        try systemCall("write", on: path) {
            bytes.withUnsafeBytes {
                Glibc.write(descriptor.raw, $0.baseAddress?.advanced(by: start), $0.count - start)
            }
        }
    }

    /// Writes the rest and closes the file.
    package consuming func close() throws(SystemCallError) {
        try flush()
        // Some file systems report a failed write only here.
        let path = path
        let raw = releaseDescriptor()
        guard Glibc.close(raw) == -1 else { return }
        throw SystemCallError("close", on: path, errno: netlab_errno())
    }

    private consuming func releaseDescriptor() -> Int32 {
        descriptor.release()
    }

    /// Removes a partial record from the file's end. Only regular files can be cut.
    private mutating func cutBack(written: Int, whole: Int) {
        writtenBytes += whole
        if whole < written { _ = ftruncate(descriptor.raw, off_t(writtenBytes)) }
    }

    private mutating func forget() {
        buffer.removeAll(keepingCapacity: failure == nil)
        recordEnds.removeAll(keepingCapacity: failure == nil)
    }
}
