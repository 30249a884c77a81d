/// What all pages share.
package enum PageParts {
    /// The colours of text, ground and phases, light and dark.
    package static let colours = PackageResources.colours_css
    /// Text, figures and elements (a module).
    package static let text = PackageResources.text_js
}
