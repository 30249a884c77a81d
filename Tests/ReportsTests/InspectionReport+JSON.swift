import JSON
import Reports

extension InspectionReport {
    /// As one capture's `--json` has it.
    var json: JSONValue { InspectionJSON.document([self]).value }
}
