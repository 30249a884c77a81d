import JSON
import Reports

extension InspectionReport {
    /// The `--json` document of one capture.
    var json: JSONValue { InspectionJSON.document([self]).value }
}
