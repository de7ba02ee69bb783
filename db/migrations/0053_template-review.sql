CREATE TABLE `template_review` (
	`id` text PRIMARY KEY NOT NULL,
	`template_id` text NOT NULL,
	`owner_key` text NOT NULL,
	`version_id` text NOT NULL,
	`number` integer NOT NULL,
	`content_sealed` text NOT NULL,
	`hash` text NOT NULL,
	`engine` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `template_review_template` ON `template_review` (`template_id`,`created_at`);