CREATE TABLE `embed_link` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`key_id` text NOT NULL,
	`enterprise_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`account_id` text NOT NULL,
	`ent_id` text NOT NULL,
	`asks_code` integer NOT NULL,
	`origin` text NOT NULL,
	`language` text DEFAULT '' NOT NULL,
	`theme` text NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`session_id` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `embed_link_session` ON `embed_link` (`session_id`);--> statement-breakpoint
CREATE INDEX `embed_link_end` ON `embed_link` (`expires_at`);--> statement-breakpoint
CREATE INDEX `embed_link_key` ON `embed_link` (`key_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `api_key` ADD `origins` text DEFAULT '[]' NOT NULL;