internal import CLinux
import Glibc

/// Writes a file record by record through a buffer.
///
/// Whatever goes wrong, the file ends behind a whole record: where the disk is full in the middle of one, the file is
/// cut back. The first failure is final: every later call throws it again and keeps nothing, so a writer that goes on
/// regardless needs no memory.
package struct FileWriter: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor
    private let path: String
    private let limit: Int
    private var buffer: [UInt8] = []
    /// Where in the buffer each record ends.
    private var recordEnds: [Int] = []
    /// Bytes in the file.
    package private(set) var writtenBytes = 0
    package private(set) var failure: SystemCallError?

    /// Makes the file anew, readable as `mode` says. `bufferBytes` are gathered before they are written.
    package init(path: String, mode: UInt32 = 0o600, bufferBytes: Int = 1 << 18) throws(SystemCallError) {
        let opened = OwnedDescriptor(
            owning: try systemCall("open", on: path) {
                netlab_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
            }
        )
        // An older file keeps its mode when it is opened anew. A device or a pipe is not ours to change.
        var status = stat()
        try systemCall("fstat", on: path) { fstat(opened.raw, &status) }
        if status.st_mode & S_IFMT == S_IFREG {
            try systemCall("fchmod", on: path) { fchmod(opened.raw, mode) }
        }
        descriptor = opened
        self.path = path
        limit = bufferBytes
    }

    package var hasBuffered: Bool { !buffer.isEmpty }

    /// Takes one record: it will be in the file whole or not at all.
    package mutating func append(_ record: RawSpan) throws(SystemCallError) {
        if let failure { throw failure }
        record.withUnsafeBytes { buffer.append(contentsOf: $0) }
        recordEnds.append(buffer.count)
        if buffer.count >= limit { try flush() }
    }

    /// Writes records in a row from where they lie, behind all that was taken before. `wholeBytes` tells how many of the first so many bytes
    /// are whole records: it is asked where no more could be written.
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

    /// Writes what is gathered: from now on a reader of the file sees it.
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

    /// Writes the rest and closes.
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

    /// Removes the part of a record from the file's end. What is no regular file cannot be cut.
    private mutating func cutBack(written: Int, whole: Int) {
        writtenBytes += whole
        if whole < written { _ = ftruncate(descriptor.raw, off_t(writtenBytes)) }
    }

    private mutating func forget() {
        buffer.removeAll(keepingCapacity: failure == nil)
        recordEnds.removeAll(keepingCapacity: failure == nil)
    }
}
