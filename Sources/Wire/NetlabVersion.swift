/// The version of netlab that a program, a result, a capture and a request name.
package enum NetlabVersion {
    package static let text = "0.1.0"
}
