/** What a build may be given from outside. */
interface ImportMetaEnv {
  /** The telephone that the header shows. */
  readonly VITE_SERVICE_PHONE?: string;
}
