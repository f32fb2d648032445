interface ImportMetaEnv {
  /** Of the build; none in tests. */
  readonly LANGUAGE?: string
}
