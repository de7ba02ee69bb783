import { Navigate } from '@remix-run/react';

/** /platform, the root of the console, redirects to its first page ([6.1]). */
export default function Platform() {
  return <Navigate to="/platform/review" replace />;
}
