/** The service hotline shown in the header; set per deployment. */
export const SERVICE_PHONE = import.meta.env.VITE_SERVICE_PHONE ?? '400-000-0000';
/** Version shown in the footer ([2.1d]). */
export const SYSTEM_VERSION = 'V2.5.0';
