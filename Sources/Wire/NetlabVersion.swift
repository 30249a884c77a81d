/// The version of netlab in its programs, results, captures and requests.
package enum NetlabVersion {
    package static let text = "0.1.0"
}
