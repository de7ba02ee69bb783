CREATE TABLE `external_request` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`business_id` text NOT NULL,
	`business_type` text NOT NULL,
	`digest` text NOT NULL,
	`code_hash` text NOT NULL,
	`opened_by` text DEFAULT '' NOT NULL,
	`opened_at` integer,
	`ends_at` integer NOT NULL,
	`running` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `external_request_code` ON `external_request` (`code_hash`);--> statement-breakpoint
CREATE INDEX `external_request_due` ON `external_request` (`running`,`ends_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `external_request_business` ON `external_request` (`enterprise_id`,`business_id`) WHERE running = 1;