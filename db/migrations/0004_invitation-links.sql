CREATE TABLE `invitation` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`task_id` text NOT NULL,
	`party_id` text NOT NULL,
	`mobile_index` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitation_recipient` ON `invitation` (`party_id`,`mobile_index`);--> statement-breakpoint
CREATE INDEX `account_platform` ON `account` (`platform_admin`) WHERE platform_admin = 1;
