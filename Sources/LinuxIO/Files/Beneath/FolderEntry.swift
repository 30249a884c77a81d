/// What stands in a folder under one name.
package struct FolderEntry: Hashable, Sendable {
    /// Names are bytes: nothing says that they are UTF-8.
    package var name: [UInt8]
    /// Of what it leads to where it is a link.
    package var status: FileStatus
}
