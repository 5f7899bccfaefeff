/// Linux with glibc.
package enum Linux: OperatingSystem {}
