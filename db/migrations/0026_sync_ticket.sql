CREATE TABLE `sync_ticket` (
	`id` text PRIMARY KEY NOT NULL,
	`room` text NOT NULL,
	`account_id` text NOT NULL,
	`session_id` text NOT NULL,
	`ent_id` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sync_ticket_expires` ON `sync_ticket` (`expires_at`);