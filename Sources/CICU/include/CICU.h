// The functions of ICU that packshot calls, from the copy in Swift's Foundation.
//
// Foundation's ICU isn't a supported interface, and toolchains differ in it: swift.org's gives all functions the prefix
// `swift_`, Debian's doesn't. ICU's headers rename functions with macros, which Swift can't see but this header can.
#pragma once

#if !__has_include(<_foundation_unicode/ucol.h>)
#error "this Swift toolchain has no ICU (_foundation_unicode/ucol.h); packshot needs one of 6.2 or newer from swift.org or Debian"
#else
#include <_foundation_unicode/uchar.h>
#include <_foundation_unicode/ucnv.h>
#include <_foundation_unicode/ucol.h>
#include <_foundation_unicode/ucurr.h>
#include <_foundation_unicode/uenum.h>
#include <_foundation_unicode/ulocdata.h>
#include <_foundation_unicode/uscript.h>
#include <_foundation_unicode/uset.h>

static inline UCollator *icu_ucol_open(const char *locale, UErrorCode *status) { return ucol_open(locale, status); }
static inline void icu_ucol_close(UCollator *collator) { ucol_close(collator); }
static inline void icu_ucol_setAttribute(
  UCollator *collator, UColAttribute attribute, UColAttributeValue value, UErrorCode *status) {
  ucol_setAttribute(collator, attribute, value, status);
}
static inline void icu_ucol_getVersion(const UCollator *collator, uint8_t *numbers) {
  ucol_getVersion(collator, numbers);
}
static inline int32_t icu_ucol_getSortKey(
  const UCollator *collator, const UChar *text, int32_t length, uint8_t *key, int32_t room) {
  return ucol_getSortKey(collator, text, length, key, room);
}

// Decodes bytes in a legacy encoding. Fails at bytes that aren't valid in it.
static inline int32_t icu_decode(
  const char *encoding, const char *bytes, int32_t count, UChar *text, int32_t room, UErrorCode *status) {
  UConverter *converter = ucnv_open(encoding, status);
  if (U_FAILURE(*status)) return 0;
  ucnv_setToUCallBack(converter, UCNV_TO_U_CALLBACK_STOP, 0, 0, 0, status);
  int32_t length = ucnv_toUChars(converter, text, room, bytes, count, status);
  ucnv_close(converter);
  return length;
}

static inline ULocaleData *icu_ulocdata_open(const char *locale, UErrorCode *status) {
  return ulocdata_open(locale, status);
}
static inline void icu_ulocdata_close(ULocaleData *data) { ulocdata_close(data); }
static inline USet *icu_ulocdata_getExemplarSet(
  ULocaleData *data, USet *filled, uint32_t options, ULocaleDataExemplarSetType type, UErrorCode *status) {
  return ulocdata_getExemplarSet(data, filled, options, type, status);
}

static inline void icu_uset_close(USet *set) { uset_close(set); }
static inline int32_t icu_uset_getItemCount(const USet *set) { return uset_getItemCount(set); }
static inline int32_t icu_uset_getItem(
  const USet *set, int32_t index, UChar32 *first, UChar32 *last, UChar *text, int32_t room, UErrorCode *status) {
  return uset_getItem(set, index, first, last, text, room, status);
}

// For a test.
static inline UEnumeration *icu_ucurr_openISOCurrencies(uint32_t types, UErrorCode *status) {
  return ucurr_openISOCurrencies(types, status);
}
static inline const char *icu_uenum_next(UEnumeration *list, int32_t *length, UErrorCode *status) {
  return uenum_next(list, length, status);
}
static inline void icu_uenum_close(UEnumeration *list) { uenum_close(list); }

static inline UScriptCode icu_uscript_getScript(UChar32 character, UErrorCode *status) {
  return uscript_getScript(character, status);
}
static inline void icu_u_getVersion(uint8_t *numbers) { u_getVersion(numbers); }
static inline int32_t icu_u_getIntPropertyValue(UChar32 character, UProperty property) {
  return u_getIntPropertyValue(character, property);
}
#endif
