package import JSON
package import Logs

extension EncryptionRecord: JSONReadable {
    package var json: JSONValue {
        ["version": version.json, "resumed": isResumed.json]
    }

    package init?(json: JSONValue) {
        guard let version = json["version"]?.text, let isResumed = json["resumed"]?.flag else { return nil }
        self.init(version: version, isResumed: isResumed)
    }
}
