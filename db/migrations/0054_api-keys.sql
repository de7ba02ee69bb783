CREATE TABLE `api_key` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`name` text NOT NULL,
	`prefix` text NOT NULL,
	`token_hash` text NOT NULL,
	`former_hash` text DEFAULT '' NOT NULL,
	`former_until` integer,
	`holder_id` text NOT NULL,
	`scopes` text NOT NULL,
	`networks` text NOT NULL,
	`business_types` text,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`last_used_at` integer,
	`last_network` text DEFAULT '' NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_key_prefix` ON `api_key` (`prefix`);--> statement-breakpoint
CREATE INDEX `api_key_enterprise` ON `api_key` (`enterprise_id`,`created_at`);