/// An entry of a folder.
package struct FolderEntry: Hashable, Sendable {
    /// Raw bytes, since names need not be UTF-8.
    package var name: [UInt8]
    /// For a link, the status of its target.
    package var status: FileStatus
}
