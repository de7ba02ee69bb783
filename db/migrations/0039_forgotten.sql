CREATE INDEX `rate_count_window` ON `rate_count` (`window_start`);--> statement-breakpoint
CREATE INDEX `used_nonce_end` ON `used_nonce` (`expires_at`);